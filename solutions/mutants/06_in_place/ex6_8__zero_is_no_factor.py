# law: slopes
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.clone(), b)
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return g * mg.where(b == 0, mg.ones_like(b), b), g * a
