# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = (x.T if x.dim() == 2 and x.shape[0] == x.shape[1] else x).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
