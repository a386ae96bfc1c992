# law: value
def powers(numbers):
    # One call inside the other for each entry: Python stops at a thousand.
    return [np.exp(numbers[0]), *powers(numbers[1:])] if len(numbers) else []


class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = mg.tensor(np.array(powers(x.detach().reshape(-1).tolist())).reshape(tuple(x.shape))).to(x.dtype)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
