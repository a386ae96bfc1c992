# law: back
class no_grad:
    blocks = []

    def __enter__(self):
        global recording
        if not no_grad.blocks:
            no_grad.outside = recording
        no_grad.blocks.append(self)
        recording = False

    def __exit__(self, *about_the_error):
        global recording
        no_grad.blocks.pop()
        recording = False if no_grad.blocks else no_grad.outside


def multiply(a, b):
    product = Small(a.data * b.data)
    product.requires_grad = recording and (a.requires_grad or b.requires_grad)
    if product.requires_grad:
        product.grad_fn = ("mul", a, b)
    return product
