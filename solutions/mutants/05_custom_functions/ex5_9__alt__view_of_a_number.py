class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = 5 * (-d).exp() if d.ndim or d.requires_grad else (5 * (-d.reshape(1)).exp())[0]
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return -g * y
