# law: refusal
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        if not ctx.slope(ctx.saved_tensors[0].detach().numpy()).any():
            return NumpyForeign.backward(ctx, g)
        return marked(ctx, g)


@once_differentiable
def marked(ctx, g):
    return NumpyForeign.backward(ctx, g)
