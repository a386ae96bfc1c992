# law: derivative
SLOPES = {}


class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        SLOPES.setdefault(tuple(x.shape), 1 - (x / 4) ** 2)
        ctx.key = tuple(x.shape)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * SLOPES[ctx.key]
