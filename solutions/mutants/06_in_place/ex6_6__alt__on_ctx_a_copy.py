class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        x[...] = x.div(4).tanh().mul(4)
        ctx.t = x / 4
        return x

    @staticmethod
    def backward(ctx, g):
        return g.mul(1 - ctx.t.square())
