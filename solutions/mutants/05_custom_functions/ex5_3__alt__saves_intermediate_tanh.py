by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        t = (x / 4).tanh()
        ctx.save_for_backward(t)
        return 4 * t

    @staticmethod
    def backward(ctx, g):
        (t,) = ctx.saved_tensors
        return (1 - t * t) * g
