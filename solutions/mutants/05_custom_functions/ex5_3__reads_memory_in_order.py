# law: value
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # The order in memory is not that of the indices when x is a transpose.
        flat = 4 * np.tanh(x.detach().numpy() / 4).ravel(order="K")
        y = mg.tensor(flat.reshape(x.shape))
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) * (y / 4))
