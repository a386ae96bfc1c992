class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        here = a.detach().numpy()
        ctx.factors = np.array(b.detach().numpy()), np.array(here)
        np.multiply(here, ctx.factors[0], out=here)
        np.add(here, 1.0, out=here)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        upstream = g.detach().numpy()
        return tuple(mg.tensor(np.asarray(upstream * factor)) for factor in ctx.factors)
