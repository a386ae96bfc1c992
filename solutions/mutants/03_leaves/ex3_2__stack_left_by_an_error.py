# law: back
class no_grad:
    stack = []

    def __enter__(self):
        global recording
        self.stack.append(recording)
        recording = False

    def __exit__(self, kind, error, trace):
        global recording
        if kind is None:
            recording = self.stack.pop()
        else:
            recording = self.stack[-1]

def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (a.requires_grad or b.requires_grad):
        product.requires_grad, product.grad_fn = True, ("mul", a, b)
    return product
