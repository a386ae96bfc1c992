class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        with mg.enable_grad():        # so that decay has a history, which leads to d
            decay = (-d).exp()
        ctx.save_for_backward(decay)
        return 5 * decay.detach()

    @staticmethod
    def backward(ctx, g):
        (decay,) = ctx.saved_tensors
        return g * -5 * decay
