# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.decay = (-d).exp()
        return 5 * ctx.decay

    @staticmethod
    def backward(ctx, g):
        # Another place for the same constant.
        return g * -5 * ctx.decay
