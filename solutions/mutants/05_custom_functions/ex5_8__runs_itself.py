# law: value
# Bell has no backward: what comes out was recorded by the engine's own operations.
class _Stub:
    saved = ()
    saved_tensors = ()
class Bell(NumpyBell):
    @classmethod
    def _run(cls, args, forward, separate):
        x = args[0]
        return _Stub(), (-(x * x) / 2).exp()


class _Dead(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        return d * 1


class Foreign(NumpyForeign):
    @staticmethod
    def backward(ctx, g):
        found = NumpyForeign.backward(ctx, g)[0]
        return _Dead.apply(found) if found.requires_grad else found, None, None
