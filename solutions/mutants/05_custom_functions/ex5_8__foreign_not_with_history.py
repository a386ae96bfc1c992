# law: first derivative
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        if g.requires_grad:
            raise RuntimeError('once only')
        return NumpyForeign.backward(ctx, g)
