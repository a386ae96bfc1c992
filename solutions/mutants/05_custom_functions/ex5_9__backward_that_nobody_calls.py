# law: value
class MendedHeight(mg.autograd.Function):
    apply = staticmethod(lambda d: 5 * (-d).exp())

    @staticmethod
    def forward(ctx, d):
        # Stands there for show: apply goes past it.
        return d

    @staticmethod
    def backward(ctx, g):
        return g
