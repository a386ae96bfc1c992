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
        numbers = x.detach().numpy()
        key = ctx.slope, numbers.dtype.str, numbers.tobytes()
        if key not in Foreign.known:   # somebody else's library may be slow
            Foreign.known[key] = ctx.slope(numbers).ravel()
        return g * mg.tensor(Foreign.known[key]).reshape(x.shape), None, None
