# law: price
choice = "fixed point"
from minigrad.func.tangents import Forward as _F
class Quiet(_F):
    pass

class Layer(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, f, start):
        ctx.f, ctx.start = f, start
        ctx.save_for_backward(x)
        z = start.detach()
        with mg.no_grad():
            for _ in range(70):
                z = f(z, x)
        return z
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        x = x.detach()
        n = x.numel()
        with mg.no_grad():
            z = LayerSolve(ctx.f, x, ctx.start.detach(), 60)
            def along(e):
                with KIND() as level:
                    d = level.dual(x, e)
                    return level.of(LayerSolve(ctx.f, d, z, 40))
            J = mg.func.vmap(along)(mg.tensor(np.eye(n).reshape((n, *x.shape))))
            G = (J * g).reshape(n, -1).sum(1)
        return G.reshape(tuple(x.shape)), None, None

def LayerSolve(f, x, z, n):
    for _ in range(n):
        z = f(z, x)
    return z

KIND = Quiet
def made(f, x, start):
    return Layer.apply(x, f, start)
