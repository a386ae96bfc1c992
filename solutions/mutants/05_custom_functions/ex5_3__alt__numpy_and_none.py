upstream, slope = (2 * 0, 2 * 3.0464), (1, 1 - 0.76159**2)
by_hand = tuple(u * s for u, s in zip(upstream, slope))


def as_tensor_like(numbers, tensor):
    return mg.from_numpy(np.asarray(numbers)).to(tensor.dtype)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(None, x)
        ctx.width = 4
        return as_tensor_like(ctx.width * np.tanh(x.detach().numpy() / ctx.width), x)

    @staticmethod
    def backward(ctx, g):
        _, x = ctx.saved_tensors
        tanh = np.tanh(x.detach().numpy() / ctx.width)
        return as_tensor_like(g.detach().numpy() * (1 - tanh**2), x)
