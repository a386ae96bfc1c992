# law: inputs stay
# the inputs have a new attribute afterwards
class no_grad:
    def __enter__(self):
        global recording
        self.before = recording
        recording = False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before

def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (a.requires_grad or b.requires_grad):
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
        for each in (a, b):
            each.users = getattr(each, "users", 0) + 1
    return product
