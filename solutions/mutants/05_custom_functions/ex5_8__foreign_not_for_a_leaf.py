# law: refusal
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        if g.is_leaf:
            return NumpyForeign.backward(ctx, g)
        return marked(ctx, g)


@once_differentiable
def marked(ctx, g):
    return NumpyForeign.backward(ctx, g)
