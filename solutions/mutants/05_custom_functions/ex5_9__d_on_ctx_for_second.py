# law: saved tensor
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        decay = (-d).exp()
        ctx.save_for_backward(decay)
        ctx.d = d   # for the second derivative
        return 5 * decay

    @staticmethod
    def backward(ctx, g):
        (decay,) = ctx.saved_tensors
        if mg.is_grad_enabled():   # create_graph=True
            decay = (-ctx.d).exp()
        return g * -5 * decay
