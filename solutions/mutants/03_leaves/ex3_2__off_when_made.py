# law: off
class no_grad:
    def __init__(self):
        global recording
        self.before = recording
        recording = False

    def __enter__(self):
        return self

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before

def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (a.requires_grad or b.requires_grad):
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
    return product
