# law: second derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        with mg.no_grad():
            slope = -x * y
        return g * slope


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
