# law: upstream gradient
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        # Right for a plain sum only, where every entry that arrives is 1.
        (y,) = ctx.saved_tensors
        return y
