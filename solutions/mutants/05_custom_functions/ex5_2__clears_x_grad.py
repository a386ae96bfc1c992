# law: unchanged
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.grad = None   # start clean
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
