class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = 5 * (-d).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return -(g * y * y) / y   # the slope of y * y, over y
