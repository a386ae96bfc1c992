# law: price
choice = "chain"
class Ghost:
    """Computes nothing: notes what f does, once."""
    def __init__(self, make): self.make = make
def _do(name, me, args, kw):
    def make(env):
        real = [a.make(env) if isinstance(a, Ghost) else a for a in args]
        memo = env.setdefault("memo", {})
        if id(g) not in memo:
            memo[id(g)] = getattr(me.make(env), name)(*real, **kw)
        return memo[id(g)]
    g = Ghost(make)
    return g
for _n in "add radd sub rsub mul rmul truediv rtruediv pow rpow matmul rmatmul neg getitem abs".split():
    setattr(Ghost, f"__{_n}__", (lambda n: lambda self, *a, **k: _do(n, self, a, k))(f"__{_n}__"))
Ghost.__getattr__ = lambda self, n: (lambda *a, **k: _do(n, self, a, k))

class Far(mg.autograd.Function):
    @staticmethod
    def forward(ctx, s, advance, n):
        ctx.save_for_backward(s)
        ctx.gs = []
        with mg.no_grad():
            for k in range(n):
                if k == 0: ctx.g = advance(Ghost(lambda e: e["s"])); s = ctx.g.make({"s": s})
                else: s = advance(s)
        ctx.n = n
        return s
    @staticmethod
    def backward(ctx, g):
        s, = ctx.saved_tensors
        def run(s):
            for _ in range(ctx.n): s = ctx.g.make({"s": s})     # the WHOLE chain recorded; advance is not asked
            return s
        return mg.func.vjp(run, s)[1](g)[0], None, None
def made(advance, state, steps, every):
    return Far.apply(state, advance, steps)
