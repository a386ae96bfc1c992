# law: derivative
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        # The inner derivative 1/4 is missing.
        (y,) = ctx.saved_tensors
        return g * 4 * (1 - (y / 4) * (y / 4))
