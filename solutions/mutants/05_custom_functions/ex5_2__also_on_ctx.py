# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.x = x
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return (g * y).reshape(ctx.x.shape)
