# law: allowed names
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp()

    @staticmethod
    def backward(ctx, g):
        # The engine differentiates its own exp.
        (x,) = ctx.saved_tensors
        with mg.enable_grad():
            x = x.detach().requires_grad_()
            (answer,) = mg.autograd.grad(x.exp(), x, g)
        return answer
