# law: own context
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        LogSumExp.kind = x.dtype
        top = x.amax(-1, keepdim=True)
        y = ((x - top).exp().sum(-1, keepdim=True).log() + top).squeeze(-1).clone()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = (t.to(LogSumExp.kind) for t in ctx.saved_tensors)
        return (g.to(LogSumExp.kind).unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()).to(g.dtype)
