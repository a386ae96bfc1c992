# law: saved tensor
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.y = y
        return y

    @staticmethod
    def backward(ctx, g):
        # Right values; but an overwritten output would go unnoticed.
        return g * (1 - (ctx.y / 4) * (ctx.y / 4))
