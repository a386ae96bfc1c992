# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x)
        ctx.y = y
        return y

    @staticmethod
    def backward(ctx, g):
        # Saves one tensor and uses another, which nobody guards.
        return g * ctx.y
