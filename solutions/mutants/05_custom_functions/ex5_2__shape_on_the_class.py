# law: own context
class Exp(mg.autograd.Function):
    shape = None

    @staticmethod
    def forward(ctx, x):
        Exp.shape = x.shape
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return (g.reshape(-1) * y.reshape(-1)).reshape(Exp.shape)
