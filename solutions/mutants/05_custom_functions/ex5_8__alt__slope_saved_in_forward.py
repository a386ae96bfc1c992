class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        slope = x * y
        return slope.neg() * g


class Foreign(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, value, slope):
        at = x.detach().numpy()
        ctx.save_for_backward(mg.tensor(slope(at)))
        return mg.tensor(value(at))

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        (slope,) = ctx.saved_tensors
        return slope * g, None, None
