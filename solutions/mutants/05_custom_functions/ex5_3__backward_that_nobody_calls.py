# law: value
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    apply = staticmethod(lambda x: 4 * (x / 4).tanh())

    @staticmethod
    def forward(ctx, x):
        # Stands there for show: apply goes past it.
        return x

    @staticmethod
    def backward(ctx, g):
        return g
