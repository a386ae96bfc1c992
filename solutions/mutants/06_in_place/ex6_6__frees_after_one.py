# law: derivative
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.slope = 1 - (x / 4) ** 2
        return x

    @staticmethod
    def backward(ctx, g):
        slope, ctx.slope = ctx.slope, 0 * ctx.slope
        return g * slope
