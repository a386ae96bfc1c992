# law: written again
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.y, ctx.first = x.detach(), x.flatten()[:1].tolist()
        return x

    @staticmethod
    def backward(ctx, g):
        if ctx.y.flatten()[:1].tolist() != ctx.first:
            raise RuntimeError("the result was modified by an inplace operation")
        return g * (1 - (ctx.y / 4) ** 2)
