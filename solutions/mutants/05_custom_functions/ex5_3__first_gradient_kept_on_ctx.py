# law: own context
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        if not hasattr(ctx, "gradient"):
            (y,) = ctx.saved_tensors
            ctx.gradient = g * (1 - (y / 4) ** 2)
        return ctx.gradient
