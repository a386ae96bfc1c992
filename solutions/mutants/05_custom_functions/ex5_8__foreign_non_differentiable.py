# law: first derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def forward(ctx, x, value, slope):
        y = NumpyForeign.forward(ctx, x, value, slope)
        ctx.mark_non_differentiable(y)
        return y

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
