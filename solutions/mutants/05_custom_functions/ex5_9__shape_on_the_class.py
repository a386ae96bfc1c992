# law: own context
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        MendedHeight.shape = d.shape
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return -5 * (g.reshape(-1) * (-d.reshape(-1)).exp()).reshape(MendedHeight.shape)
