# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        if x.abs().max().item() > 30:
            raise ValueError("the entries of x must be from -30 to 30")
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
