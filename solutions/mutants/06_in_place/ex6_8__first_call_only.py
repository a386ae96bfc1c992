# law: slopes
OLD = {}


class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        key = tuple(a.shape)
        if key not in OLD:
            OLD[key] = a.clone()
        ctx.key = key
        ctx.save_for_backward(b)
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        (b,) = ctx.saved_tensors
        return g * b, g * OLD[ctx.key]
