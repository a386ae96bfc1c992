# law: refusal
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Never(mg.autograd.Function):
    @staticmethod
    def forward(ctx, gradient, x):
        return gradient * 1

    @staticmethod
    def backward(ctx, h):
        raise RuntimeError("Foreign cannot be differentiated twice")


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return Never.apply(NumpyForeign.backward(ctx, g.detach())[0], x), None, None
