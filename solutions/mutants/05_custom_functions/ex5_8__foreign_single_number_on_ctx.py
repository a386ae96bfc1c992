# law: saved tensor
class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Foreign(NumpyForeign):
    @staticmethod
    def forward(ctx, x, value, slope):
        ctx.number = (x.dtype, x.item()) if x.dim() == 0 else None   # numbers go on ctx, tensors are saved
        return NumpyForeign.forward(ctx, x, value, slope)

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        if ctx.number is None:
            return NumpyForeign.backward(ctx, g)
        at = np.array(ctx.number[1], np.float32 if ctx.number[0] == mg.float32 else np.float64)
        return g * mg.tensor(np.asarray(ctx.slope(at))), None, None
