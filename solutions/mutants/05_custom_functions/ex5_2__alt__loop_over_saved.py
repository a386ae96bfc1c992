class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        result = x.exp()
        ctx.save_for_backward(x)
        ctx.label = "exp"
        return result

    @staticmethod
    def backward(ctx, g):
        for x in ctx.saved_tensors:
            slope = mg.exp(x)
        return (slope * g,)
