class Slope(mg.autograd.Function):
    """-g * y, with its own two derivatives."""

    @staticmethod
    def forward(ctx, g, y):
        ctx.save_for_backward(g, y)
        return -g * y

    @staticmethod
    def backward(ctx, h):
        g, y = ctx.saved_tensors
        return Slope.apply(h, y), Slope.apply(h, g)


class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = mg.exp(np.log(5) - d.double()).to(d.dtype)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        return Slope.apply(g, *ctx.saved_tensors)
