# law: needless
class Copy(mg.autograd.Function):
    forward = staticmethod(lambda ctx, x: x.clone())
    backward = staticmethod(lambda ctx, g: g)


def verdict(function, numbers):
    y = Copy.apply(mg.tensor(numbers, requires_grad=True))
    name = y.grad_fn.name()
    function.apply(y)
    written = bool((y.detach().numpy() != numbers).any())
    marked = y.grad_fn.name() != name
    return "honest" if written == marked else "unmarked" if written else "needless"
