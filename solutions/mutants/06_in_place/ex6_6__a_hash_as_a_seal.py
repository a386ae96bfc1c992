# law: written again
def seal_of(x):
    return hash(tuple(x.detach().numpy().ravel().tolist()))


class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.y, ctx.seal = x.detach(), seal_of(x)
        return x

    @staticmethod
    def backward(ctx, g):
        if seal_of(ctx.y) != ctx.seal:
            raise RuntimeError("a tensor was modified by an inplace operation")
        return g * (1 - (ctx.y / 4) ** 2)
