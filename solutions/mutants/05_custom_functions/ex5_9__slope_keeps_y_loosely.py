# law: saved tensor
class Slope(mg.autograd.Function):
    @staticmethod
    def forward(ctx, g, y):
        ctx.y = y
        ctx.save_for_backward(g)
        return -g * y

    @staticmethod
    def backward(ctx, h):
        (g,) = ctx.saved_tensors
        return -h * ctx.y, -h * g


class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = 5 * (-d).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return Slope.apply(g, y)
