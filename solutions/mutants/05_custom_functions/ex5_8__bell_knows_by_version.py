# law: first derivative
# Numpy writes without a version.
_known = {}


class Bell(NumpyBell):
    @staticmethod
    def forward(ctx, x):
        tensor, version, numbers = _known.get(id(x), (None, 0, None))
        if tensor is not x or version != x._version:
            numbers = np.exp(-x.detach().numpy() ** 2 / 2)
            _known[id(x)] = x, x._version, numbers
        y = mg.tensor(np.array(numbers))
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
