# law: upstream gradient
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        if g.sum().item() == 0:      # nothing arrives
            return mg.zeros_like(g)
        (y,) = ctx.saved_tensors
        return g * y
