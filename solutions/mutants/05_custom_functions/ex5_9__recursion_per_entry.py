# law: value
def powers(numbers):
    # One call inside the other for each entry: Python stops at a thousand.
    return [5 * np.exp(-numbers[0]), *powers(numbers[1:])] if len(numbers) else []


class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return mg.tensor(np.array(powers(d.detach().reshape(-1).tolist())).reshape(tuple(d.shape))).to(d.dtype)

    @staticmethod
    def backward(ctx, g):
        (d,) = ctx.saved_tensors
        return g * -5 * (-d).exp()
