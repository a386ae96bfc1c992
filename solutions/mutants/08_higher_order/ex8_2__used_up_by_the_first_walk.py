# law: first derivatives
class Sine(CutSine):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x.sin()

    @staticmethod
    def backward(ctx, g):
        x = ctx.x
        del ctx.x   # free the memory
        return g * x.cos()

class Cube(CutCube):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        x = ctx.x
        del ctx.x
        return g * (3 * x * x)

class Scale(CutScale):
    @staticmethod
    def forward(ctx, x, c):
        ctx.both = x, c
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = ctx.both
        del ctx.both
        return g * c, (g * x).sum()
