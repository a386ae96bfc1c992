class no_grad:
    kept = []

    def __enter__(self):
        self.kept.append(is_recording())
        set_recording(False)
        return self

    def __exit__(self, kind, error, trace):
        set_recording(self.kept.pop())
        return False

def multiply(a, b):
    wants = is_recording() and any(each.requires_grad for each in (a, b))
    product = Small(a.data * b.data, requires_grad=wants)
    if wants:
        product.grad_fn = tuple(["mul", a, b])
    return product
