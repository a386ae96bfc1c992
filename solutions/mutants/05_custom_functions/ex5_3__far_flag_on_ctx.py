# law: saved tensor
by_hand = (0.0, 2.559)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.far = bool((x.abs() > 400).all())
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        if ctx.far:
            return mg.zeros_like(g)
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) ** 2)
