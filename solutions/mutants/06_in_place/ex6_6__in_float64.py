# law: itself
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        old = x.double()
        x.copy_(4 * (old / 4).tanh())
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x.double()

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) * (y / 4))
