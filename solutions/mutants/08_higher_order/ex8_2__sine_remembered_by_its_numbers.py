# law: second derivatives
class Sine(CutSine):
    slopes = {}

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        key = x.detach().numpy().tobytes(), x.dtype, x.shape, mg.is_grad_enabled()
        return g * Sine.slopes.setdefault(key, x.cos())

class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

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
