# law: first derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        if x.ndim < 3 or not x.numel():
            return -g * x * y
        rows = x.view(x.shape[0], -1)   # only where the memory lies row by row
        return (-g.reshape(rows.shape) * rows * y.reshape(rows.shape)).reshape(x.shape)


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
