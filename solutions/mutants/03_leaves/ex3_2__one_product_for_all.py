# law: new
class no_grad:
    def __enter__(self):
        global recording
        self.before, recording = recording, False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before


def multiply(a, b, product=Small(0.0)):
    product.data, product.grad_fn = a.data * b.data, None
    product.requires_grad = recording and (a.requires_grad or b.requires_grad)
    if product.requires_grad:
        product.grad_fn = ("mul", a, b)
    return product
