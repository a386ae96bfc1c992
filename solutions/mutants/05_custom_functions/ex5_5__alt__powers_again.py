def powers(x):
    return (x - x.detach().amax(dim=-1, keepdim=True)).exp()


class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return powers(x).sum(-1).log() + x.max(-1).values

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        e = powers(x)
        return g[..., None] * e / e.sum(dim=-1, keepdim=True)
