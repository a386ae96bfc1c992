# law: off
class no_grad:
    blocks = 0

    def __enter__(self):
        no_grad.blocks += 1

    def __exit__(self, *about_the_error):
        no_grad.blocks -= 1


def multiply(a, b):
    product = Small(a.data * b.data)
    product.requires_grad = recording and not no_grad.blocks and (a.requires_grad or b.requires_grad)
    if product.requires_grad:
        product.grad_fn = ("mul", a, b)
    return product
