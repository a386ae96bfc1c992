class Bell(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (-x * x / 2).exp()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * (-x) * (-x * x / 2).exp()


class Foreign(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, value, slope):
        ctx.save_for_backward(x)
        ctx.theirs = slope
        return mg.tensor(value(x.detach().numpy()))

    @staticmethod
    @mg.autograd.function.once_differentiable
    def backward(ctx, g):
        x = ctx.saved_tensors[0]
        return mg.tensor(g.numpy() * ctx.theirs(x.detach().numpy())), None, None
