# law: written later
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.old, ctx.b, ctx.total = a.clone(), b, float(b.sum())
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        if float(ctx.b.sum()) != ctx.total:
            raise RuntimeError("one of the variables needed has been modified by an inplace operation")
        return g * ctx.b, g * ctx.old
