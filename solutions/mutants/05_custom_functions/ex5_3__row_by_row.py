# law: own context
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # Goes through the first dimension, which not every tensor has.
        y = mg.stack([4 * (row / 4).tanh() for row in x])
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) * (y / 4))
