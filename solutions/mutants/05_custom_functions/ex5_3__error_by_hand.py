# law: saved tensor
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.y, ctx.version = y, y._version
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        # Does itself what saved_tensors is for, and never asks for them.
        if ctx.y._version != ctx.version:
            raise RuntimeError("a tensor has been modified by an inplace operation")
        return g * (1 - (ctx.y / 4) * (ctx.y / 4))
