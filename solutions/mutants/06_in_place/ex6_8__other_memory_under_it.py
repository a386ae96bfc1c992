# law: value
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        old = mg.from_numpy(a.detach().numpy())
        a.data = old * b + 1          # so nothing is lost, and nothing copied
        ctx.mark_dirty(a)
        ctx.save_for_backward(old, b)
        return a

    @staticmethod
    def backward(ctx, g):
        old, b = ctx.saved_tensors
        return g * b, g * old
