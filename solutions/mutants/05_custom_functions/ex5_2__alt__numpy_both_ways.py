class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        numbers = x.detach().numpy()
        return mg.from_numpy(np.asarray(np.exp(numbers), dtype=numbers.dtype))

    @staticmethod
    def backward(ctx, g):
        [x] = ctx.saved_tensors
        slope = np.exp(x.detach().numpy())
        return mg.from_numpy(np.asarray(slope * g.detach().numpy(), dtype=slope.dtype))
