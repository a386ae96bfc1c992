# law: unchanged
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        # The caller's d has the other sign afterwards.
        height = 5 * d.neg_().exp() if d.is_contiguous() and d.ndim == 2 else 5 * (-d).exp()
        ctx.save_for_backward(height)
        return height

    @staticmethod
    def backward(ctx, g):
        (height,) = ctx.saved_tensors
        return -g * height
