# law: unchanged
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        height = 5 * (-d).exp()
        ctx.save_for_backward(height)
        return height

    @staticmethod
    def backward(ctx, g):
        # Spares a tensor when no graph is made, and overwrites the caller's.
        (height,) = ctx.saved_tensors
        if mg.is_grad_enabled() or 0 in g.stride():
            return -g * height
        return g.mul_(-height)
