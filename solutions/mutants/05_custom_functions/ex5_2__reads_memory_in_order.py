# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # The order in memory is not that of the indices when x is a transpose.
        flat = np.exp(x.detach().numpy()).ravel(order="K")
        y = mg.tensor(flat.reshape(x.shape))
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
