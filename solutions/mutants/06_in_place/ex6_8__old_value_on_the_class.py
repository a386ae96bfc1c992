# law: slopes
class MendedMulAdd_(mg.autograd.Function):
    old = None

    @staticmethod
    def forward(ctx, a, b):
        MendedMulAdd_.old = a.clone()
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        ctx.save_for_backward(b)
        return a

    @staticmethod
    def backward(ctx, g):
        (b,) = ctx.saved_tensors
        return g * b, g * MendedMulAdd_.old
