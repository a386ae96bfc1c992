class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.data.div_(4).tanh_().mul_(4)
        ctx.save_for_backward(x)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (16 - y * y) / 16
