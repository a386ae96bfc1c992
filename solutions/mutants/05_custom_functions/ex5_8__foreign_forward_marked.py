# law: refusal
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def forward(ctx, x, value, slope):
        return NumpyForeign.forward(ctx, x, value, slope)

    backward = NumpyForeign.backward
