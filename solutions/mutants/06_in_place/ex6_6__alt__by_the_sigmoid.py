class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        """4 tanh(x/4) = 8 s(x/2) - 4, with the slope 4 s(x/2) (1 - s(x/2))."""
        s = (x * 0.5).sigmoid()
        x.zero_().add_(s, alpha=8).sub_(4)
        ctx.mark_dirty(x)
        if ctx.needs_input_grad[0]:
            ctx.save_for_backward(s)
        return x

    @staticmethod
    def backward(ctx, g):
        s = ctx.saved_tensors[0]
        return 4 * g * s * (1 - s)
