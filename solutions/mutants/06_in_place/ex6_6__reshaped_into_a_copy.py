# law: value
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        flat = x.detach().numpy().reshape(-1)
        flat[...] = 4 * np.tanh(flat / 4)
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) ** 2)
