# law: derivative
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        slope = (1 - (y / 4) ** 2).contiguous()
        if g.is_contiguous():
            return (g.view(-1) * slope.view(-1)).view(*g.shape)
        turned = (g.T.view(-1) * slope.T.reshape(-1)).view(*g.shape[::-1])
        return turned.T
