def bend(x):
    x /= 4
    x.tanh_()
    x *= 4
    return x


class ScaledTanh_(mg.autograd.Function):
    forward = staticmethod(bend)

    @staticmethod
    def setup_context(ctx, inputs, out):
        ctx.mark_dirty(*inputs)
        ctx.save_for_backward(out)

    @staticmethod
    def backward(ctx, g):
        t = ctx.saved_tensors[0] / 4
        return (g * (1 + t) * (1 - t),)
