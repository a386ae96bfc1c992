class no_grad:
    def __enter__(self):
        global recording
        self.before, recording = recording, False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before

def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (a.requires_grad or b.requires_grad):
        product.requires_grad, product.grad_fn = True, ("mul", a, b)
    return product
