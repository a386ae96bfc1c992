# law: unchanged
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        d.neg_()
        y = d.exp().mul_(5)
        d.neg_()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return -g * y
