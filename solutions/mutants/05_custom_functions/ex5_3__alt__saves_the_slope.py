by_hand = [0, np.float64(2.559)]


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        t = mg.tanh(x / ctx.scale) if hasattr(ctx, "scale") else mg.tanh(x * 0.25)
        ctx.save_for_backward(1 - t**2)
        return t * 4

    @staticmethod
    def backward(ctx, g):
        return ctx.saved_tensors[0] * g
