from minigrad.autograd.function import once_differentiable


class OfItsInput(mg.autograd.Function):
    """A function and its slope, both worked out from the input."""

    @staticmethod
    def value(x):
        raise NotImplementedError

    slope = value

    @classmethod
    def forward(cls, ctx, x):
        ctx.save_for_backward(x)
        ctx.slope = cls.slope
        return cls.value(x)

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        return g * ctx.slope(*ctx.saved_tensors)


class Exp(OfItsInput):
    value = slope = staticmethod(lambda x: x.exp())
