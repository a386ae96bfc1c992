# law: value
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        # The order in memory is not that of the indices when d is a transpose.
        flat = 5 * np.exp(-d.detach().numpy()).ravel(order="K")
        height = mg.tensor(flat.reshape(d.shape))
        ctx.save_for_backward(height)
        return height

    @staticmethod
    def backward(ctx, g):
        (height,) = ctx.saved_tensors
        return -g * height
