# law: derivative
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ScaledTanh_.kept = x.clone()
        return x

    @staticmethod
    def backward(ctx, g):
        y = ScaledTanh_.kept
        return g * (1 - (y / 4) * (y / 4))
