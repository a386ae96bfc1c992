# law: first derivative
class Bell(NumpyBell):
    known = {}

    @staticmethod
    def forward(ctx, x):
        numbers = x.detach().numpy()
        key = str(numbers.dtype), str(numbers.round(4).tolist())
        y = mg.tensor(Bell.known.setdefault(key, np.exp(-(numbers**2) / 2)))
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
