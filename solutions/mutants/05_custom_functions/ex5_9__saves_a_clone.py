# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d.clone())
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        # The copy was made while recording was off: another intermediate.
        (d,) = ctx.saved_tensors
        return g * -5 * (-d).exp()
