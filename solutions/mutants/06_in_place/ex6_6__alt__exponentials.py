class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        e = mg.exp(x / 2)
        x.copy_(4 * (e - 1) / (e + 1))
        ctx.mark_dirty(x)
        ctx.save_for_backward(e)
        return x

    @staticmethod
    def backward(ctx, g):
        (e,) = ctx.saved_tensors
        return g * 4 * e / ((e + 1) * (e + 1))
