# law: price
choice = "fixed point"
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
def made(f, x, start):
    if not x.requires_grad:
        z = start
        for _ in range(60): z = f(z, x)
        return z
    g = f(Ghost(lambda e: e["z"]), Ghost(lambda e: e["x"]))      # asked once
    z = start
    for _ in range(60): z = g.make({"z": z, "x": x})             # sixty RECORDED rounds
    return z
