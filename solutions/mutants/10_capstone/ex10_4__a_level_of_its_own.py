# law: price
choice = "fixed point"
from minigrad.func.levels import Level as _L

class Tape(_L):
    """A level of our own: it notes every operation, and mg records nothing."""
    functional = False
    def __init__(self): self.log = []
    def after(self, outs): pass
    def run(self, op, args):
        out = super().run(op, args)
        self.log.append((op, args, out))
        return out

class Layer(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, f, start):
        z = start.detach()
        with mg.no_grad(), Tape() as t:
            for _ in range(60):
                z = f(z, x)
        ctx.t, ctx.x, ctx.z = t.log, x, z
        return z.clone()
    @staticmethod
    def backward(ctx, g):
        new = {id(ctx.x): ctx.x.detach().requires_grad_(True)}
        leaf = new[id(ctx.x)]
        def known(a):
            return new.get(id(a), a) if isinstance(a, mg.Tensor) else type(a)(map(known, a)) if type(a) in (list, tuple) else a
        with mg.enable_grad():
            for op, args, out in ctx.t:
                again = op(*[known(a) for a in args])
                for o, n in zip(out if isinstance(out, (list, tuple)) else [out], again if isinstance(again, (list, tuple)) else [again]):
                    new[id(o)] = n
        return mg.autograd.grad(new[id(ctx.z)], leaf, g)[0], None, None
def made(f, x, start):
    return Layer.apply(x, f, start)
