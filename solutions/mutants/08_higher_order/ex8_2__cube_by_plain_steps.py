# law: Function
class Sine(CutSine):
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x.cos()

class Cube(Function):
    @staticmethod
    def apply(x):
        return x * x * x

class Scale(Function):
    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x, c)
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = ctx.saved_tensors
        return g * c, (g * x).sum()
