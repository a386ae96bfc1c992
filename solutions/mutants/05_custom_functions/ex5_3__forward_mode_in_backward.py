# law: allowed names
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        # A product with the Jacobian, made by the engine: it is diagonal.
        (x,) = ctx.saved_tensors
        return mg.func.jvp(lambda t: 4 * (t / 4).tanh(), (x,), (g,))[1]
