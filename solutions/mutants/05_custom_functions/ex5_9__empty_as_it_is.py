# law: memory of its own
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp() if d.numel() else d   # nothing to compute

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return g * -5 * (-d).exp()
