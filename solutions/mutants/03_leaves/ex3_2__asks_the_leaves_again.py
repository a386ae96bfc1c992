# law: propagation
class no_grad:
    def __enter__(self):
        global recording
        self.before, recording = recording, False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before


def wanted(each):
    return each.requires_grad if each.grad_fn is None else any(wanted(behind) for behind in each.grad_fn[1:])


def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (wanted(a) or wanted(b)):
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
    return product
