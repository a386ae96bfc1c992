# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        # Works the slope out once: the first time, perhaps, without a graph.
        if not hasattr(ctx, "slope"):
            (d,) = ctx.saved_tensors
            ctx.slope = -5 * (-d).exp()
        return g * ctx.slope
