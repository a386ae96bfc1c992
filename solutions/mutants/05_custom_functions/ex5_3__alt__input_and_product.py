by_hand = 0, 2 * 4 * np.tanh(1) * (1 - np.tanh(1) ** 2)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return mg.tanh(x * 0.25) * 4

    @staticmethod
    def backward(ctx, g):
        tanh = mg.tanh(ctx.saved_tensors[0] * 0.25)
        return ((1 + tanh) * (1 - tanh) * g,)
