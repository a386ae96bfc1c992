# law: memory of its own
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp() if x.numel() else x   # nothing to compute
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
