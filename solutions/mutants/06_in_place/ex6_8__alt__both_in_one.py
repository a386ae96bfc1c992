class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        slopes = mg.stack([b, a])            # new memory, so later writes do no harm
        a.zero_().add_(1).addcmul_(slopes[0], slopes[1])
        ctx.mark_dirty(a)
        ctx.save_for_backward(slopes)
        return a

    @staticmethod
    @mg.autograd.function.once_differentiable
    def backward(ctx, g):
        (slopes,) = ctx.saved_tensors
        both = slopes * g
        return both[0].clone(), both[1].clone()
