# law: saved tensor
# x is kept in a function on ctx, and the error of 5.1 is made by hand.
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        numbers = x.detach().numpy().tobytes()
        ctx.peek = lambda: (x, numbers)
        m = x.detach().max(-1)[0].unsqueeze(-1)
        return ((x - m).exp().sum(-1).log() + m.squeeze(-1)) * 1

    @staticmethod
    def backward(ctx, g):
        x, numbers = ctx.peek()
        if x.detach().numpy().tobytes() != numbers:
            raise RuntimeError("one of the variables needed has been modified by an inplace operation")
        e = (x - mg.tensor(np.asarray(x.detach().numpy().max(-1, keepdims=True)))).exp()
        return g.unsqueeze(-1) * e / e.sum(-1).unsqueeze(-1)
