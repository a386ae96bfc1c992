# law: value
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        t = (x / 4).tanh()
        return g * (1 - t * t)
