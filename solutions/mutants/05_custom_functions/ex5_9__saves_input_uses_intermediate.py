# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        decay = (-d).exp()
        ctx.save_for_backward(d, decay)
        return 5 * decay

    @staticmethod
    def backward(ctx, g):
        # Having the input is not enough: backward has to use it.
        d, decay = ctx.saved_tensors
        return g * -5 * decay
