# law: itself
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def apply(a, b):
        return a.mul_(b).add_(1)
    @staticmethod
    def forward(ctx, a, b):
        raise NotImplementedError("no forward")
    @staticmethod
    def backward(ctx, g):
        raise NotImplementedError("no backward")
