# law: error
class no_grad:
    def __enter__(self):
        global recording
        self.before = recording
        recording = False

    def __exit__(self, kind, error, traceback):
        global recording
        recording = self.before
        if kind is not None:
            raise kind(str(error))

def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (a.requires_grad or b.requires_grad):
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
    return product
