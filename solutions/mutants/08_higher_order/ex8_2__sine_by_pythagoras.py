# law: second derivatives
class Sine(CutSine):
    @staticmethod
    def forward(ctx, x):
        y = x.sin()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        side = x.detach().cos().sign()
        return g * side * (1 - y * y).sqrt()

class Cube(CutCube):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * (3 * x * x)

class Scale(CutScale):
    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x, c)
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = ctx.saved_tensors
        return g * c, (g * x).sum()
