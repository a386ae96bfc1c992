# law: written again
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.y, ctx.seal = x.detach(), float(x.detach().sum().item())
        return x

    @staticmethod
    def backward(ctx, g):
        if abs(float(ctx.y.sum().item()) - ctx.seal) > 1e-6:
            raise RuntimeError("a tensor was modified by an inplace operation")
        return g * (1 - (ctx.y / 4) ** 2)
