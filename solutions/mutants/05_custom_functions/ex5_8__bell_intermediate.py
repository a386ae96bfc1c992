# law: second derivative
class Bell(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = (-x * x / 2).exp()
        ctx.save_for_backward(-x * y)
        return y

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
