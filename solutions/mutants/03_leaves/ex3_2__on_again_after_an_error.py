# law: back
class no_grad:
    def __enter__(self):
        global recording
        self.before, recording = recording, False

    def __exit__(self, kind, error, trace):
        global recording
        recording = self.before if kind is None else True


def multiply(a, b):
    product = Small(a.data * b.data)
    product.requires_grad = recording and (a.requires_grad or b.requires_grad)
    if product.requires_grad:
        product.grad_fn = ("mul", a, b)
    return product
