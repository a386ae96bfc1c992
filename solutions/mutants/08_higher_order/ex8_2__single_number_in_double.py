# law: value
class Sine(CutSine):
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        out = g * x.cos()
        return out if x.dim() else out.double()


class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = x * x * x
        return y if x.dim() else y.double()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 3 * x * x


class Scale(Function):
    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x, c)
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = ctx.saved_tensors
        return g * c, (g * x).sum()
