# law: first derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        raise RuntimeError('this cannot be differentiated')
