# law: own context
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        ctx.gradient = None
        return y

    @staticmethod
    def backward(ctx, g):
        if ctx.gradient is None:
            (y,) = ctx.saved_tensors
            ctx.gradient = g * y
        return ctx.gradient
