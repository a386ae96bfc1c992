# law: saved tensor
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        ctx.d, ctx.version = d, d._version
        ctx.save_for_backward(d)
        return 5 * (-d).exp()

    @staticmethod
    def backward(ctx, g):
        # Does itself what saved_tensors is for, and never asks for them.
        if ctx.d._version != ctx.version:
            raise RuntimeError("a tensor has been modified by an inplace operation")
        return g * -5 * (-ctx.d).exp()
