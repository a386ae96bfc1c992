# law: saved tensor
class Slope(mg.autograd.Function):
    @staticmethod
    def forward(ctx, g, d, y):
        ctx.save_for_backward(g, d)
        ctx.y = y
        return -g * y

    @staticmethod
    def backward(ctx, gg):
        g, d = ctx.saved_tensors   # also asks whether they were overwritten
        return -gg * ctx.y, gg * g * ctx.y, None


class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = 5 * (-d).exp()
        ctx.save_for_backward(d, y)
        return y

    @staticmethod
    def backward(ctx, g):
        d, y = ctx.saved_tensors
        return Slope.apply(g, d, y.detach())   # d alone carries the history
