# law: own context
values = {}


class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        numbers = d.detach().numpy()
        key = numbers.shape, numbers.dtype.name, numbers.round(4).tobytes()
        return mg.tensor(values.setdefault(key, np.asarray(5 * np.exp(-numbers))))

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return g * -5 * (-d).exp()
