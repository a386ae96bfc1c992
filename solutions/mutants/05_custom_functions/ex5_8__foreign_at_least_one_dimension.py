# law: first derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        slopes = ctx.slope(np.atleast_1d(x.detach().numpy()))
        return g * mg.tensor(slopes).reshape(x.shape), None, None
