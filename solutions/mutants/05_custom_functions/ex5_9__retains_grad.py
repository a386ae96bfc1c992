# law: unchanged
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        if d.requires_grad:
            d.retain_grad()   # so that d surely gets its gradient
        y = 5 * (-d).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return -g * y
