# law: second derivatives
def seen(g, *saved):
    """The saved tensors; with their history if somebody wants to come back this way."""
    if g.requires_grad:
        return saved
    return tuple(each.detach() for each in saved)

class Sine(CutSine):
    @staticmethod
    def backward(ctx, g):
        (x,) = seen(g, *ctx.saved_tensors)
        return g * x.cos()

class Cube(CutCube):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = seen(g, *ctx.saved_tensors)
        return g * (3 * x * x)

class Scale(CutScale):
    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x, c)
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = seen(g, *ctx.saved_tensors)
        return g * c, (g * x).sum()
