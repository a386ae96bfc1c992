# law: value
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        rows = x.view(-1, x.shape[-1])   # only where the memory lies row by row
        top = rows.amax(-1)
        y = ((rows - top.unsqueeze(-1)).exp().sum(-1).log() + top).reshape(x.shape[:-1]).clone()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
