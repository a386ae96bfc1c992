# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = 5 * (-d).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        key = (g.tolist(), mg.is_grad_enabled())
        if getattr(ctx, "key", None) != key:   # the same g again: the same gradient
            ctx.key, ctx.gradient = key, -g * y
        return ctx.gradient.clone()
