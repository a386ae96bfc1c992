# law: value
by_hand = (0.0, 2.5588)


def bent(numbers):
    if len(numbers) == 0:
        return []
    return [4 * np.tanh(numbers[0] / 4)] + bent(numbers[1:])


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        numbers = x.detach().reshape(-1).tolist()
        y = mg.tensor(np.array(bent(numbers)).reshape(tuple(x.shape))).to(x.dtype)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) ** 2)
