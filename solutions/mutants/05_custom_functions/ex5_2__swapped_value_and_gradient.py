# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y * x

    @staticmethod
    def backward(ctx, g):
        # Puts the product with the inner variable into forward.
        (y,) = ctx.saved_tensors
        return g * y
