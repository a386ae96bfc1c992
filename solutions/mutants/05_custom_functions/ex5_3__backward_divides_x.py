# law: unchanged
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        x /= 4
        return g * (1 - x.tanh() ** 2)
