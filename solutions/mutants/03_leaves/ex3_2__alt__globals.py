class no_grad:
    def __enter__(self):
        names = globals()
        before = names["recording"]
        def put_back():
            names["recording"] = before
        self.put_back = put_back
        names["recording"] = False

    def __exit__(self, *about_the_error):
        self.put_back()
        del self.put_back

def multiply(a, b):
    product = Small(a.data * b.data)
    product.requires_grad = bool(recording and max(a.requires_grad, b.requires_grad))
    product.grad_fn = ("mul", a, b) if product.requires_grad else None
    return product
