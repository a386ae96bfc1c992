# law: unchanged
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # exp_ works in place: the caller's x becomes its own exponential.
        y = x.exp_()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
