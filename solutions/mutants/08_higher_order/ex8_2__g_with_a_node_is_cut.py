# law: second derivatives
def arrived(g):
    """What comes from above; only a leaf has to be kept as it is, the rest has been walked already."""
    return g if g.is_leaf else g.detach()

class Sine(CutSine):
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return arrived(g) * x.cos()

class Cube(CutCube):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return arrived(g) * (3 * x * x)

class Scale(CutScale):
    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x, c)
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = ctx.saved_tensors
        g = arrived(g)
        return g * c, (g * x).sum()
