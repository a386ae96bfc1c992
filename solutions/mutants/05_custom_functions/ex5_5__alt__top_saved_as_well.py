class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        top, _ = x.max(dim=-1, keepdim=True)
        ctx.save_for_backward(x, top)
        return ((x - top).exp().sum(dim=-1, keepdim=True).log() + top).squeeze(-1).clone()

    @staticmethod
    def backward(ctx, g):
        x, top = ctx.saved_tensors
        shifted = (x - top).exp()
        shares = shifted / shifted.sum(dim=-1, keepdim=True)
        return shares * g.reshape(*g.shape, 1)
