# law: allowed names
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        top = x.amax(-1)
        y = (x - top.unsqueeze(-1)).exp().sum(-1).log() + top
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def again(x):
        with mg.enable_grad():
            high = x.amax(-1).detach()
            return (x - high.unsqueeze(-1)).exp().sum(-1).log() + high

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return mg.autograd.grad(LogSumExp.again(x), x, g, create_graph=True)[0] if x.requires_grad else None
