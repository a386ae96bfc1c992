# law: memory of its own
class MendedHeight(mg.autograd.Function):
    known = {}

    @staticmethod
    def forward(ctx, d):
        if d.dim() > 0 or d.requires_grad:
            y = 5 * (-d).exp()
        else:
            key = (d.dtype, d.item())
            if key not in MendedHeight.known:
                MendedHeight.known[key] = 5 * (-d).exp()
            y = MendedHeight.known[key]
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return -g * y
