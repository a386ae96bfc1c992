def height(d):
    return 5 * (-d).exp()


class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return height(d)

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        again = mg.is_grad_enabled()
        with mg.enable_grad():
            at = d if again else d.detach().requires_grad_()
            (gradient,) = mg.autograd.grad(height(at), at, g, create_graph=again)
        return gradient
