# law: itself
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def apply(x):
        return x.copy_((x / 4).tanh() * 4)
    @staticmethod
    def forward(ctx, x):
        raise NotImplementedError("no forward")
    @staticmethod
    def backward(ctx, g):
        raise NotImplementedError("no backward")
