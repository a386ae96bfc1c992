class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        m, s = x.select(-1, 0).clone(), mg.ones_like(x.select(-1, 0))
        for k in range(1, x.shape[-1]):
            here = x.select(-1, k)
            top = mg.maximum(m, here)
            s = s * (m - top).exp() + (here - top).exp()
            m = top
        y = m + s.log()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return (x - y.reshape(*y.shape, 1)).exp().mul(g.reshape(*g.shape, 1))
