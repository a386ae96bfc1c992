# law: value
import math
by_hand = (0.0, 2.559)


def each(rule, numbers):
    if isinstance(numbers, list):
        return [each(rule, n) for n in numbers]
    return rule(numbers)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return mg.tensor(each(lambda n: 4 * math.tanh(n / 4), x.tolist()), dtype=x.dtype)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        slope = each(lambda n: 1 - math.tanh(n / 4) ** 2, x.tolist())
        return g * mg.tensor(slope, dtype=x.dtype)
