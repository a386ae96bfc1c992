# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # Right values; but memory for a second tensor, which is neither x nor the output.
        ctx.save_for_backward(x.exp())
        return x.exp()

    @staticmethod
    def backward(ctx, g):
        (slope,) = ctx.saved_tensors
        return g * slope
