# law: value
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        rows = x.view(x.shape[0], -1) if x.ndim > 2 and x.numel() else x   # only where the memory lies row by row
        y = (4 * (rows / 4).tanh()).reshape(x.shape).clone()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) * (y / 4))
