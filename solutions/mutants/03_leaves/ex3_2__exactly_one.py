# law: propagation
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
    wanting = {each for each in (a, b) if each.requires_grad}
    if recording and len(wanting) == 1:
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
    return product
