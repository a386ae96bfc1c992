# law: value
class Bell(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = (-x.double() ** 2 / 2).exp()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
