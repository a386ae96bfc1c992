# law: value
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        rows = d.view(d.shape[0], -1) if d.ndim > 2 and d.numel() else d   # only where the memory lies row by row
        return (5 * (-rows).exp()).reshape(d.shape).clone()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return g * -5 * (-d).exp()
