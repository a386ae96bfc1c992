# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        rows = x.view(x.shape[0], -1) if x.ndim > 2 and x.numel() else x   # only where the memory lies row by row
        y = rows.exp().reshape(x.shape).clone()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
