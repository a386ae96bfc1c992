# law: price
choice = "private"
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
def made(loss, weights, xs, ys, limit, noise):
    g = loss(*[Ghost(lambda e, k=k: e["w"][k]) for k in range(len(weights))], Ghost(lambda e: e["x"]), Ghost(lambda e: e["y"]))
    total = [n.detach().numpy().copy() for n in noise]
    for i in range(xs.shape[0]):
        w = [mg.tensor(v.detach().numpy().copy(), requires_grad=True) for v in weights]
        l = g.make({"w": w, "x": xs[i], "y": ys[i]})
        (l + sum((0.0 * v).sum() for v in w)).backward()
        G = [v.grad.numpy() for v in w]
        n = np.sqrt(sum((a ** 2).sum() for a in G))
        total = [t + a * (limit / n if n > limit else 1.0) for t, a in zip(total, G)]
    return tuple(mg.tensor(t / xs.shape[0]) for t in total)
