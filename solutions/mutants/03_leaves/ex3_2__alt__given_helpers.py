class no_grad:
    before = []

    def __enter__(self):
        self.before.append(is_recording())
        set_recording(False)

    def __exit__(self, kind, error, trace):
        set_recording(self.before.pop())
        return False


def multiply(a, b):
    wish = any(each.requires_grad for each in (a, b)) and is_recording()
    product = Small(a.data * b.data, wish)
    product.grad_fn = ("mul", a, b) if wish else None
    return product
