# law: value
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        # Every result comes out in float64, also of an x in float32.
        y = x.double().exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
