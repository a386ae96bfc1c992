class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        height = 5 * (-d).exp()
        ctx.save_for_backward(height)
        return height

    @staticmethod
    def backward(ctx, g):
        (height,) = ctx.saved_tensors
        return -g * height
