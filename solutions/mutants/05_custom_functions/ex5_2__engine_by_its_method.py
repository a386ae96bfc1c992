# law: own rule
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp()

    @staticmethod
    def backward(ctx, g):
        # The same by a method, which no import shows.
        (x,) = ctx.saved_tensors
        with mg.enable_grad():
            x = x.detach().requires_grad_()
            x.exp().backward(g)
        return x.grad
