# law: unchanged
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        # Spares a tensor where g is not expanded, and overwrites the caller's.
        (y,) = ctx.saved_tensors
        slope = 1 - (y / 4) * (y / 4)
        return g * slope if 0 in g.stride() else g.mul_(slope)
