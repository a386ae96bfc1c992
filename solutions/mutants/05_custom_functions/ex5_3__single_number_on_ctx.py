# law: saved tensor
import math

by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.number = x.item() if x.dim() == 0 else None    # numbers go on ctx, tensors are saved
        if ctx.number is None:
            ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        if ctx.number is not None:
            return g * (1 - math.tanh(ctx.number / 4) ** 2)
        (x,) = ctx.saved_tensors
        return g * (1 - (x / 4).tanh() ** 2)
