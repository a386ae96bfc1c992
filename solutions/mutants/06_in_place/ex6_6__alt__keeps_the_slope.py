class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.save_for_backward(1 - (x / 4) ** 2)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]
