# law: slopes
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.mark_dirty(a)
        if not hasattr(MendedMulAdd_, "a") or MendedMulAdd_.a.shape != a.shape:
            MendedMulAdd_.a, MendedMulAdd_.b = a.clone(), b.clone()
        return a.mul_(b).add_(1)

    @staticmethod
    def backward(ctx, g):
        return g * MendedMulAdd_.b, g * MendedMulAdd_.a
