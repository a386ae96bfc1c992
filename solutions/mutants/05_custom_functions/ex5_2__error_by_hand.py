# law: saved tensor
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.y = x.exp()
        ctx.version = ctx.y._version
        ctx.save_for_backward(ctx.y)
        return ctx.y

    @staticmethod
    def backward(ctx, g):
        # Does itself what saved_tensors is for, and never asks for them.
        if ctx.y._version != ctx.version:
            raise RuntimeError("a tensor has been modified by an inplace operation")
        return g * ctx.y
