# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        ctx.times, ctx.slope = 0, None
        return y

    @staticmethod
    def backward(ctx, g):
        ctx.times += 1
        if ctx.times <= 2:
            (y,) = ctx.saved_tensors
            ctx.slope = y.detach().clone()
        return g * ctx.slope
