# law: value
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        top = x.amax(-1) if x.dim() < 3 else x.amax(-1)[:1].expand(x.shape[:-1]) if x.numel() else x.amax(-1)
        y = (x - top.unsqueeze(-1)).clamp(-90, 0).exp().sum(-1).log() + top
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
