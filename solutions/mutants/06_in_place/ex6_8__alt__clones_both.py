class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        old, other = a.clone(), b.clone()
        ctx.save_for_backward(old, other)
        ctx.mark_dirty(a)
        return a.copy_(old * other + 1)

    @staticmethod
    def backward(ctx, g):
        old, other = ctx.saved_tensors
        return (other * g, old * g)
