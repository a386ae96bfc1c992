class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        old = x.clone()
        ctx.save_for_backward(old)
        return x.copy_(4 * (old / 4).tanh())

    @staticmethod
    def backward(ctx, g):
        (old,) = ctx.saved_tensors
        t = mg.tanh(old / 4)
        return g - g * t * t
