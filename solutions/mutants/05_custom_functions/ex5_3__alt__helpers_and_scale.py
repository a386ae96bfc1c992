import math


def bent(x, scale):
    return scale * mg.tanh(x / scale)


class ScaledTanh(mg.autograd.Function):
    SCALE = 4

    @staticmethod
    def forward(ctx, x):
        ctx.scale = ScaledTanh.SCALE
        y = bent(x, ctx.scale)
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        _, y = ctx.saved_tensors
        with mg.no_grad():
            t = y.div(ctx.scale)
            return g * (1 - t) * (1 + t)


t = math.tanh(1)
by_hand = (0, 8 * t * (1 - t**2))
