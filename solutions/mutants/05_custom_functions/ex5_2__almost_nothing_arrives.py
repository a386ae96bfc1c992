# law: upstream gradient
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        if mg.allclose(g, mg.zeros_like(g)):   # nothing arrives
            return mg.zeros_like(g)
        return g * y
