# law: upstream gradient
by_hand = (0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        result = g * (1 - (y / 4) ** 2)
        return mg.where(result.abs() < 1e-8, mg.zeros_like(result), result)   # no rounding noise
