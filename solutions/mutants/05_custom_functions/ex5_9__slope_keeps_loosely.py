# law: saved tensor
class Slope(mg.autograd.Function):
    @staticmethod
    def forward(ctx, g, d):
        ctx.g, ctx.d = g, d
        return g * -5 * (-d).exp()

    @staticmethod
    def backward(ctx, upper):
        y = 5 * (-ctx.d).exp()
        return -upper * y, upper * ctx.g * y


class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return Slope.apply(g, d)
