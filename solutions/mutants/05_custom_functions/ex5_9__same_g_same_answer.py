# law: own context
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        ctx.known = {}
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        key = g.data_ptr(), g.requires_grad, mg.is_grad_enabled()
        if key not in ctx.known:
            ctx.known[key] = g, g * -5 * (-d).exp()
        return ctx.known[key][1]
