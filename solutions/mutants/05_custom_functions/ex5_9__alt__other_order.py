class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return (-d).exp() * 5

    @staticmethod
    def backward(ctx, g):
        (at,) = ctx.saved_tensors
        slope = -5 / at.exp()
        return slope * g
