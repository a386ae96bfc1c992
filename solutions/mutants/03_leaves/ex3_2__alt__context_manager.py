import contextlib


@contextlib.contextmanager
def no_grad():
    global recording
    outside = recording
    recording = False
    try:
        yield outside
    finally:
        recording = outside


def multiply(a, b):
    product = Small(a.data * b.data)
    product.requires_grad = recording and (a.requires_grad or b.requires_grad)
    if product.requires_grad:
        product.grad_fn = ("mul", a, b)
    return product
