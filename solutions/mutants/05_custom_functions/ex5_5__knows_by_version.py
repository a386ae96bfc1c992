# law: own context
# Numpy writes without a version.
_known = {}


class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        tensor, version, numbers = _known.get(id(x), (None, 0, None))
        if tensor is not x or version != x._version:
            numbers = x.detach().logsumexp(-1).numpy().copy()
            _known[id(x)] = x, x._version, numbers
        y = mg.tensor(numbers.copy())
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
