# law: allowed names
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        try:
            with mg.enable_grad():
                again = x.detach().requires_grad_()
                (gradient,) = mg.autograd.grad(4 * (again / 4).tanh(), again, g)
        except RuntimeError:
            gradient = g * (1 - (x / 4).tanh() ** 2)
        return gradient
