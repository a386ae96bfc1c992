class Shares(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        e = (x - x.amax(-1, keepdim=True)).exp()
        p = e / e.sum(-1, keepdim=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, w):
        (p,) = ctx.saved_tensors
        return p * (w - (p * w).sum(-1, keepdim=True))


class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        top = x.amax(-1, keepdim=True)
        return ((x - top).exp().sum(-1, keepdim=True).log() + top)[..., 0] * 1

    @staticmethod
    def backward(ctx, g):
        return g.unsqueeze(-1) * Shares.apply(ctx.saved_tensors[0])
