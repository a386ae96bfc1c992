# law: derivative
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x)
        return y

    @staticmethod
    def backward(ctx, g):
        # Saved the input, but goes on as if it were the output.
        (y,) = ctx.saved_tensors
        return g * y
