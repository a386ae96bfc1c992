# law: memory of its own
class LogSumExp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        if x.shape[-1] == 1 and not ctx.needs_input_grad[0]:
            return x.squeeze(-1)   # log(exp(x)) is x
        top = x.amax(-1, keepdim=True)
        y = ((x - top).exp().sum(-1, keepdim=True).log() + top).squeeze(-1).clone()
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g.unsqueeze(-1) * (x - y.unsqueeze(-1)).exp()
