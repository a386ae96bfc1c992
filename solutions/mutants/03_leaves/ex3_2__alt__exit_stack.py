import contextlib as the_contextlib
ExitStack = the_contextlib.ExitStack

class no_grad:
    def __init__(self):
        self.afterwards = ExitStack()

    def __enter__(self):
        self.afterwards.callback(set_recording, recording)
        set_recording(False)

    def __exit__(self, *about_the_error):
        self.afterwards.close()

def multiply(a, b):
    product = Small(a.data * b.data)
    if not recording:
        return product
    if not a.requires_grad and not b.requires_grad:
        return product
    product.requires_grad = True
    product.grad_fn = "mul", a, b
    return product
