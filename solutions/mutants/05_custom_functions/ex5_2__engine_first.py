# law: own rule
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        try:
            with mg.enable_grad():
                y = x.detach().requires_grad_().exp()
            return y.grad_fn(g)
        except RuntimeError:          # the engine is not to be had
            return g * x.exp()
