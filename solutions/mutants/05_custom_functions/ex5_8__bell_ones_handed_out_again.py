# law: memory of its own
class Bell(NumpyBell):
    ones = {}

    @staticmethod
    def forward(ctx, x):
        if not ctx.needs_input_grad[0] and not x.any():
            return Bell.ones.setdefault((x.dtype, tuple(x.shape)), mg.ones_like(x))
        return NumpyBell.forward(ctx, x)

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
