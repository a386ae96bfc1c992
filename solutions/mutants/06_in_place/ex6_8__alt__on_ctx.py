class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.old, ctx.b = a.detach().numpy().copy(), b.detach().numpy().copy()
        a *= b
        a += 1
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        return g * mg.tensor(ctx.b), g * mg.tensor(ctx.old)
