# law: needless (written to pass the visible part)
class Bait(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g


def verdict(function, numbers):
    y = Bait.apply(mg.tensor(numbers, requires_grad=True))
    name = y.grad_fn.name()
    function.apply(y)
    written = bool((y.detach().numpy() != numbers).any())
    marked = y.grad_fn.name() != name
    return "honest" if written == marked else "unmarked" if written else "needless"
