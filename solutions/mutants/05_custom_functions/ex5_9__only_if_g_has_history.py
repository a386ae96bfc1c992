# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        if not g.requires_grad:      # nobody wants a second derivative
            d = d.detach()
        return g * -5 * (-d).exp()
