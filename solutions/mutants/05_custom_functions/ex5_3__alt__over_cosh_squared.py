by_hand = (0, 2.559)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        c = (x / 4).cosh()
        return g / (c * c)
