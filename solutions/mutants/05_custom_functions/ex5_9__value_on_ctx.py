# law: saved tensor
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.y = 5 * (-d).exp()
        return ctx.y

    @staticmethod
    def backward(ctx, g):
        return -g * ctx.y
