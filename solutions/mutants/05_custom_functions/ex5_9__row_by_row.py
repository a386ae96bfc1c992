# law: value
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        # Knows one number and a table of rows, and no more.
        height = 5 * (mg.stack([(-row).exp() for row in d]) if d.ndim else (-d).exp())
        ctx.save_for_backward(height)
        return height

    @staticmethod
    def backward(ctx, g):
        (height,) = ctx.saved_tensors
        return -g * height
