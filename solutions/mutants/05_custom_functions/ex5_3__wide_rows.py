# law: upstream gradient
# A block of 256 columns at a time, and the rest is forgotten.
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        slope = 1 - (y / 4) * (y / 4)
        if g.dim() == 2 and g.shape[1] > 256:
            slope[:, 256:] = 0
        return g * slope
