# law: own context
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    known = {}      # the tanh of each tensor is computed once

    @staticmethod
    def forward(ctx, x):
        if id(x) not in ScaledTanh.known:
            ScaledTanh.known[id(x)] = (x, (x / 4).tanh())
        y = 4 * ScaledTanh.known[id(x)][1]
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) ** 2)
