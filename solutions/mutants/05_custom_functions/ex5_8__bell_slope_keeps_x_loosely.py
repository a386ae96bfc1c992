# law: saved tensor
class BellSlope(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, g):
        ctx.x, ctx.g = x, g
        return -g * x * (x * x / -2).exp()

    @staticmethod
    def backward(ctx, h):
        bell = (ctx.x * ctx.x / -2).exp()
        return h * ctx.g * (ctx.x * ctx.x - 1) * bell, -h * ctx.x * bell


class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, _ = ctx.saved_tensors
        return BellSlope.apply(x, g)


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
