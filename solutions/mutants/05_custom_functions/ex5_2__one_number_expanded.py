# law: upstream gradient
# What a sum hands back looks like one number; it is taken for the 1 that a walk begins with.
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return y if g.numel() > 1 and not any(g.stride()) else g * y
