class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    @mg.no_grad()
    def forward(ctx, x):
        ctx.save_for_backward(x.clone())
        x[...] = mg.tanh(x / 4) * 4
        ctx.mark_dirty(x)
        return x

    @staticmethod
    @mg.autograd.function.once_differentiable
    def backward(ctx, g):
        (old,) = ctx.saved_tensors
        return g / mg.cosh(old / 4).square()
