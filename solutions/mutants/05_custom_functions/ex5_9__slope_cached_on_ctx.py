# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        if not hasattr(ctx, "slope"):
            ctx.slope = -5 * (-d).exp()      # computed once
        return g * ctx.slope
