by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = (x / 2).sigmoid()
        ctx.save_for_backward(s)
        return 8 * s - 4

    @staticmethod
    def backward(ctx, g):
        (s,) = ctx.saved_tensors
        return 4 * s * (1 - s) * g
