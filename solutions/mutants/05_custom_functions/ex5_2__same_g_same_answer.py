# law: own context
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        ctx.last = None, None
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        before, found = ctx.last
        if before != g.data_ptr():
            found = g * y
            ctx.last = g.data_ptr(), found
        return found
