# law: value
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def forward(ctx, x, value, slope):
        ctx.save_for_backward(x)
        ctx.slope = lambda a: slope(a.ravel()).reshape(a.shape)
        return mg.tensor(value(x.detach().numpy().ravel()).reshape(tuple(x.shape)))

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
