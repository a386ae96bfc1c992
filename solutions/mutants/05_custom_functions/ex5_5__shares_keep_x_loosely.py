# law: saved tensor
class Shares(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, y, g):
        ctx.save_for_backward(g)
        ctx.x, ctx.y = x, y
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()

    @staticmethod
    def backward(ctx, h):
        (g,) = ctx.saved_tensors
        shares = (ctx.x - ctx.y.unsqueeze(-1)).exp()
        mean = (shares * h).sum(-1)
        return g.unsqueeze(-1) * shares * (h - mean.unsqueeze(-1)), None, mean


class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        top = x.amax(-1, keepdim=True)
        y = (x - top).exp().sum(-1).log() + top.squeeze(-1)
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return Shares.apply(x, y.detach(), g)
