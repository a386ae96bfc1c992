class MendedHeight(Height):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(None, d)
        ctx.factor = -5
        return mg.exp(-d).mul_(-ctx.factor)

    @staticmethod
    def backward(ctx, g):
        return (ctx.factor * mg.exp(ctx.saved_tensors[1].neg()) * g,)
