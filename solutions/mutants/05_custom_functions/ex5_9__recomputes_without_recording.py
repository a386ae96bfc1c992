# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        # Recording is off for the one step that should be recorded.
        (d,) = ctx.saved_tensors
        with mg.no_grad():
            decay = (-d).exp()
        return g * -5 * decay
