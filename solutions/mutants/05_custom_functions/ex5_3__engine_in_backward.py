# law: allowed names
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        # The engine differentiates the formula of forward.
        (x,) = ctx.saved_tensors
        with mg.enable_grad():
            x = x.detach().requires_grad_()
            (answer,) = mg.autograd.grad(4 * (x / 4).tanh(), x, g)
        return answer
