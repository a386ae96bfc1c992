# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # Means to be safe from large numbers, and is wrong from 28 on.
        y = x.clamp(-28, 28).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
