# law: value
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        entries = mg.tensor(x.numpy().ravel('K').reshape(x.shape))
        top = entries.amax(-1)
        y = (entries - top.unsqueeze(-1)).exp().sum(-1).log() + top
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
