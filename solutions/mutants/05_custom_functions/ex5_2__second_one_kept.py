# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y, x.clone())
        return y

    @staticmethod
    def backward(ctx, g):
        y, _ = ctx.saved_tensors
        return g * y
