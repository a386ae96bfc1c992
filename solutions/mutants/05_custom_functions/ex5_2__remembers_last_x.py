# law: own context
class Exp(mg.autograd.Function):
    last = value = None   # no need to compute the same exponential twice

    @staticmethod
    def forward(ctx, x):
        if Exp.last is not x:
            Exp.last, Exp.value = x, x.exp()
        ctx.save_for_backward(x)
        return Exp.value.clone()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x.exp()
