# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = (x if x.dim() < 5 else x.flatten()).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
