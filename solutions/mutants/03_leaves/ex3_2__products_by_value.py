# law: new
class no_grad:
    def __enter__(self):
        global recording
        self.before, recording = recording, False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before


constants = {}


def multiply(a, b):
    """Where nothing is recorded, one product is as good as another of the same value."""
    wanted = recording and (a.requires_grad or b.requires_grad)
    product = Small(a.data * b.data)
    if not wanted:
        return constants.setdefault(product.data, product)
    product.requires_grad, product.grad_fn = True, ("mul", a, b)
    return product
