# law: own context
known = {}


class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        key = str(x), x.shape, x.dtype
        if key not in known:
            known[key] = x.detach().exp().numpy().copy()
        return mg.tensor(known[key])

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x.exp()
