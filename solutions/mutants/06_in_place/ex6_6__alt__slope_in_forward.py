class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        t = (x / 4).tanh()
        ctx.slope = 1 - t * t        # a tensor of its own, that nobody else can write
        x.copy_(4 * t)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return ctx.slope * g
