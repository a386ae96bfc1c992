# law: far out
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        # sinh/cosh by exponentials: infinity over infinity far out.
        (x,) = ctx.saved_tensors
        grow = (x / 2).exp()
        t = (grow - 1) / (grow + 1)
        return g * (1 - t * t)
