class MendedMulAdd_(mg.autograd.Function):
    """Computes beside, swaps at the end; saves the result too, so that a later write into a is refused."""

    @staticmethod
    def forward(ctx, a, b):
        new, old = mg.add(mg.mul(a, b), 1), mg.empty_like(a)
        old.copy_(a)
        a[...] = new
        ctx.mark_dirty(a)
        ctx.save_for_backward(a, b, old)
        return a

    @staticmethod
    def backward(ctx, upstream):
        _, b, old = ctx.saved_tensors
        answer = [upstream.clone().mul_(factor) for factor in (b, old)]
        return tuple(answer)
