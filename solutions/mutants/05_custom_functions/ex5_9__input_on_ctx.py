# law: saved tensor
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.d = d
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        # Both derivatives are right; an overwritten d would go unnoticed.
        return g * -5 * (-ctx.d).exp()
