# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        decay = (-d).exp()
        decay.requires_grad = True
        ctx.save_for_backward(decay)
        return 5 * decay.detach()

    @staticmethod
    def backward(ctx, g):
        # A leaf of its own, which leads to no d.
        (decay,) = ctx.saved_tensors
        return g * -5 * decay
