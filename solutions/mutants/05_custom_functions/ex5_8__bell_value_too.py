# law: value
class Bell(NumpyBell):
    @staticmethod
    def forward(ctx, x):
        y = (-x * x).exp()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -2 * g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
