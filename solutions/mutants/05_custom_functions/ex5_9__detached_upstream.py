# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        height = 5 * (-d).exp()
        ctx.save_for_backward(height)
        return height

    @staticmethod
    def backward(ctx, g):
        # What arrives has a history too.
        (height,) = ctx.saved_tensors
        return -g.detach() * height
