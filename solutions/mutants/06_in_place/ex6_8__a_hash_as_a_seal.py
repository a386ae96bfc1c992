# law: written later
def seal_of(x):
    return hash(tuple(x.detach().numpy().ravel().tolist()))


class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.old, ctx.b, ctx.seal = a.clone(), b, seal_of(b)
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        if seal_of(ctx.b) != ctx.seal:
            raise RuntimeError("one of the variables needed has been modified by an inplace operation")
        return g * ctx.b, g * ctx.old
