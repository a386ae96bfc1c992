# law: value
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        top = x.amax(-1)
        y = LogSumExp.total(x - top.unsqueeze(-1)).log() + top
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def total(d):
        return d[..., 0].exp() if d.shape[-1] == 1 else d[..., 0].exp() + LogSumExp.total(d[..., 1:])

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
