class Bell(NumpyBell):
    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return -g * x * y


class Refuses(mg.autograd.Function):
    @staticmethod
    def forward(ctx, numbers):
        return numbers.clone()

    @staticmethod
    def backward(ctx, g):
        raise RuntimeError("this library is differentiated once only")


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        found, *rest = NumpyForeign.backward(ctx, g)
        return Refuses.apply(found), *rest
