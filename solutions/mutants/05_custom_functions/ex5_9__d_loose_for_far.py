# law: saved tensor
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = 5 * (-d).exp()
        ctx.save_for_backward(y)
        ctx.d = d
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return mg.where(ctx.d > 200, mg.zeros_like(g), -g * y)      # nothing is left out there
