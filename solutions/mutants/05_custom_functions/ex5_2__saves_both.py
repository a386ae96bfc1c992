# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        # Keeps a tensor alive that nobody needs.
        x, y = ctx.saved_tensors
        return g * y
