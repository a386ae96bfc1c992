class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        height = 5 / d.exp()
        ctx.save_for_backward(d, height)
        ctx.factor = -1
        return height

    @staticmethod
    def backward(ctx, g):
        _, height = ctx.saved_tensors
        return (ctx.factor * height * g,)
