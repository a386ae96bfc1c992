# law: back
class no_grad:
    blocks = 0

    def __enter__(self):
        global recording
        no_grad.blocks += 1
        recording = False

    def __exit__(self, *about_the_error):
        global recording
        no_grad.blocks -= 1
        recording = no_grad.blocks == 0


def multiply(a, b):
    product = Small(a.data * b.data)
    product.requires_grad = recording and (a.requires_grad or b.requires_grad)
    if product.requires_grad:
        product.grad_fn = ("mul", a, b)
    return product
