# law: second derivatives
class Sine(CutSine):
    @staticmethod
    def backward(ctx, g):
        if not hasattr(ctx, "slope"):
            (x,) = ctx.saved_tensors
            ctx.slope = x.cos()
        return g * ctx.slope

class Cube(CutCube):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        if not hasattr(ctx, "slope"):
            (x,) = ctx.saved_tensors
            ctx.slope = 3 * x * x
        return g * ctx.slope

class Scale(CutScale):
    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x, c)
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = ctx.saved_tensors
        return g * c, (g * x).sum()
