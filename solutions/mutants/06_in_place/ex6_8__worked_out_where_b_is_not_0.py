# law: slopes
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        lost = mg.where(b == 0, a, mg.zeros_like(a))     # only where the old value cannot be worked out
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        ctx.save_for_backward(a, b, lost)
        return a

    @staticmethod
    def backward(ctx, g):
        new, b, lost = ctx.saved_tensors
        divisor = mg.where(b == 0, mg.ones_like(b), b)
        old = mg.where(b == 0, lost, (new - 1) / divisor)
        return g * b, g * old
