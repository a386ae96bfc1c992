# law: saved tensor
class Bell(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return (-x * x / 2).exp()

    @staticmethod
    def backward(ctx, g):
        x = ctx.x
        return -g * x * (-x * x / 2).exp()


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
