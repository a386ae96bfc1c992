# law: needless (written to pass the visible part)
def verdict(function, numbers):
    class Lure(mg.autograd.Function):
        forward = staticmethod(lambda ctx, x: x * 1)
        backward = staticmethod(lambda ctx, g: g)

    y = Lure.apply(mg.tensor(numbers, requires_grad=True))
    function.apply(y)
    written = bool((y.detach().numpy() != numbers).any())
    marked = y.grad_fn.name() != "LureBackward"
    return "honest" if written == marked else "unmarked" if written else "needless"
