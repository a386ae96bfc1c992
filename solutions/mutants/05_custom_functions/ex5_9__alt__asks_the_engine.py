class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        with mg.enable_grad():
            at = d if d.requires_grad else d.detach().requires_grad_()
            height = 5 * (-at).exp()
            (answer,) = mg.autograd.grad(height, at, g, create_graph=mg.is_grad_enabled())
        return answer
