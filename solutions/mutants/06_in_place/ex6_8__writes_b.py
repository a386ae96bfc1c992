# law: value
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.clone(), b.clone())
        a.copy_(b.mul_(a).add_(1))
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return g * b, g * a
