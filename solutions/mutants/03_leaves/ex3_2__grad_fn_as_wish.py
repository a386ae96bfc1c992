# law: propagation
class no_grad:
    def __enter__(self):
        global recording
        self.before, recording = recording, False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before

def wants(small):
    return small.requires_grad or small.grad_fn is not None

def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (wants(a) or wants(b)):
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
    return product
