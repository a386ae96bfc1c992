# law: new
class no_grad:
    def __enter__(self):
        global recording
        self.before = recording
        recording = False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.before

products = {}

def multiply(a, b):
    key = (a, b, recording)
    if key not in products:
        product = Small(a.data * b.data)
        if recording and (a.requires_grad or b.requires_grad):
            product.requires_grad, product.grad_fn = True, ("mul", a, b)
        products[key] = product
    return products[key]
