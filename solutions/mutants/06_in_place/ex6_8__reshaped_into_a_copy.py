# law: value
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.clone(), b)
        a.reshape(-1).mul_(b.reshape(-1)).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        old, b = ctx.saved_tensors
        return g * b, g * old
