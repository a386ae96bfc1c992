# law: written again
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.array = x.numpy()
        return x

    @staticmethod
    def backward(ctx, g):
        return g * mg.tensor(1 - (ctx.array / 4) ** 2)
