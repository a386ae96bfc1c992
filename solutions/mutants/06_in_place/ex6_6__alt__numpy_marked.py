class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        array = x.detach().numpy()
        array /= 4
        np.tanh(array, out=array)
        array *= 4
        ctx.save_for_backward(x)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        y = ctx.saved_tensors[0].numpy() / 4
        return mg.tensor(g.numpy() * (1 - y * y))
