class no_grad:
    def __enter__(self):
        self.block = self.off()
        next(self.block)

    def __exit__(self, *about_the_error):
        next(self.block, None)

    @staticmethod
    def off():
        """Up to the yield when the block begins, and on when it ends."""
        global recording
        before = recording
        recording = False
        yield
        recording = before

def multiply(a, b):
    product = Small(a.data * b.data)
    for each in (a, b):
        if recording and each.requires_grad:
            product.requires_grad, product.grad_fn = True, ("mul", a, b)
    return product
