# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        if not hasattr(ctx, "slope"):
            (y,) = ctx.saved_tensors
            ctx.slope = y.clone()
        return g * ctx.slope
