# law: unchanged
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # The caller's x is a quarter of itself afterwards.
        x = x.div_(4) if x.is_contiguous() else x / 4
        y = 4 * x.tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) * (y / 4))
