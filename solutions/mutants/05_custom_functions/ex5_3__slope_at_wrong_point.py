# law: derivative
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        # tanh(x) where tanh(x/4) belongs. Agrees at 0.
        (x,) = ctx.saved_tensors
        return g * (1 - x.tanh() * x.tanh())
