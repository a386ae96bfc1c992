# law: unchanged
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        # Spares a tensor where g is not expanded, and overwrites the caller's.
        (y,) = ctx.saved_tensors
        return g * y if 0 in g.stride() else g.mul_(y)
