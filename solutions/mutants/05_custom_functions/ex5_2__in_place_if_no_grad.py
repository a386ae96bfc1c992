# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        if not ctx.needs_input_grad[0]:
            return x.exp_()           # no backward will come: spare the memory
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
