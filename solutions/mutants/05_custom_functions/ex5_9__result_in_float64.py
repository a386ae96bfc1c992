# law: value
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        # Every result comes out in float64, also of a d in float32.
        height = 5 * (-d.double()).exp()
        ctx.save_for_backward(height)
        return height

    @staticmethod
    def backward(ctx, g):
        (height,) = ctx.saved_tensors
        return -g * height
