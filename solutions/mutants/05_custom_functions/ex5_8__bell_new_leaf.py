# law: second derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * mg.tensor((-x * y).detach().numpy(), requires_grad=True)


class Foreign(NumpyForeign):
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return NumpyForeign.backward(ctx, g)
