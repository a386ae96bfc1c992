# law: upstream gradient
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        # Means to be safe far out, and calls flat what is not flat yet.
        (x,) = ctx.saved_tensors
        t = (x / 4).tanh()
        return mg.where(x.abs() < 30, g * (1 - t * t), 0 * g)
