# law: own context
class Exp(mg.autograd.Function):
    last = None

    @staticmethod
    def forward(ctx, x):
        last = Exp.last
        if last is not None and last[0] is x and last[1] == x._version:
            y = last[2]
        else:
            y = x.exp()
            Exp.last = (x, x._version, y)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
