# law: value
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        # A damping is not far below 0, and a number may be.
        ctx.save_for_backward(d)
        return 5 * (-d.clamp(min=-15)).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return g * -5 * (-d).exp()
