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
        ctx.slope = lambda a: Foreign.each(slope, a)
        return mg.tensor(Foreign.each(value, x.detach().numpy()))

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)

    @staticmethod
    def each(rule, array):
        return np.array([rule(number) for number in array.ravel()], array.dtype).reshape(array.shape)
