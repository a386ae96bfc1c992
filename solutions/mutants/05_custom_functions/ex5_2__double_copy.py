# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        exact = x.double()   # work with all the digits there are
        ctx.save_for_backward(exact)
        return exact.exp().to(x.dtype)

    @staticmethod
    def backward(ctx, g):
        (exact,) = ctx.saved_tensors
        return (g * exact.exp()).to(g.dtype)
