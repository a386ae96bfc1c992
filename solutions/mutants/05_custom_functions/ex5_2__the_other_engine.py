# law: allowed names
# The engine of notebook 03 differentiates exp.
_second = load(mine=True)
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.exp()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        at = _second.Tensor(x.detach().numpy(), requires_grad=True)
        at.exp().backward(_second.Tensor(np.ones(at.shape)))
        return g * mg.tensor(at.grad.data.astype(x.detach().numpy().dtype))
