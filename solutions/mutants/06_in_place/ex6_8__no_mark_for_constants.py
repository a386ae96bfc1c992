# law: itself
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        if any(ctx.needs_input_grad):
            ctx.save_for_backward(a.clone(), b)
            ctx.mark_dirty(a)
        a.mul_(b).add_(1)
        return a

    @staticmethod
    def backward(ctx, g):
        old, b = ctx.saved_tensors
        return g * b, g * old
