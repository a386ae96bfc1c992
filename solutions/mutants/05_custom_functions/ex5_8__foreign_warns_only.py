# law: refusal
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        if g.requires_grad:
            import warnings

            warnings.warn('differentiate once only', stacklevel=2)
        return NumpyForeign.backward(ctx, g)
