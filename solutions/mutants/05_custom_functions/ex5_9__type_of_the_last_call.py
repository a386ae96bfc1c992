# law: own context
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        MendedHeight.kind = d.dtype
        y = 5 * (-d).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return (-g.to(MendedHeight.kind) * y.to(MendedHeight.kind)).to(g.dtype)
