# law: saved tensor
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        top = x.amax(-1)
        y = (x - top.unsqueeze(-1)).exp().sum(-1).log() + top
        ctx.kept = x, y
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.kept
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
