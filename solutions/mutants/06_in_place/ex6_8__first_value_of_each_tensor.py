# law: written later
class MendedMulAdd_(mg.autograd.Function):
    seen = []

    @staticmethod
    def forward(ctx, a, b):
        olds = [old for tensor, old in MendedMulAdd_.seen if tensor is a] + [a.clone()]
        MendedMulAdd_.seen.append((a, olds[0]))
        ctx.old = olds[0]
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        ctx.save_for_backward(b)
        return a

    @staticmethod
    def backward(ctx, g):
        (b,) = ctx.saved_tensors
        return g * b, g * ctx.old
