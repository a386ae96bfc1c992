# law: slopes
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b)
        ctx.a = a
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        (b,) = ctx.saved_tensors
        return g * b, g * ctx.a
