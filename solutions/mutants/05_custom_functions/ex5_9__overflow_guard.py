# law: value
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        if d.min().item() < -80:
            raise OverflowError("5 exp(-d) is too large")
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return g * -5 * (-d).exp()
