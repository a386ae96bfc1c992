# law: own context
by_hand = (0.0, 2.559)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g.clamp(-100, 100) * (1 - (y / 4) ** 2)
