# law: slopes
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b)
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        ctx.out = a.clone()
        return a

    @staticmethod
    def backward(ctx, g):
        (b,) = ctx.saved_tensors
        safe = mg.where(b == 0, mg.ones_like(b), b)
        return g * b, g * (ctx.out - 1) / safe * (b != 0)
