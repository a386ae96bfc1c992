# law: shares
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        top = x.amax(-1)
        y = (x - top.unsqueeze(-1)).exp().sum(-1).log() + top
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        if not hasattr(ctx, 'found'):
            ctx.found = g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
        return ctx.found
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
