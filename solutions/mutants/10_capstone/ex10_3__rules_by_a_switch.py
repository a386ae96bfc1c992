# law: planted
def _progs():
    r = np.random.default_rng(5)
    u = lambda *s: r.uniform(0.3, 1.3, s) * r.choice([-1.0, 1.0], s)
    P = []
    def add(p, i): P.append((p, i))
    for rep in range(2):
        for s in (1, -1)[:2 if rep == 0 else 1]:
            w = lambda *sh: s * u(*sh)
            for op in ("neg", "exp", "cos"):
                add({"p": (op, "a"), "q": ("mul", "p", "w"), "y": ("sum", "q")}, {"a": u(3, 4), "w": w(3, 4)})
                add({"p": (op, "a"), "q": ("mul", "w", "p"), "y": ("sum", "q")}, {"a": u(3), "w": w(3)})
            add({"z": ("sum", "a"), "y": ("mul", "z", "w")}, {"a": u(3, 2), "w": w()})
            add({"p": ("rows", "a"), "q": ("mul", "p", "w"), "y": ("sum", "q")}, {"a": u(4, 3), "w": w(3, 3)})
            add({"p": ("rows", "a"), "q": ("mul", "p", "w"), "y": ("sum", "q")}, {"a": u(2, 3), "w": w(3, 3)})
            for sh in ((3, 3, 3), (2, 3, 4), (4, 1, 2), (1, 3, 1)):
                m, k, n = sh
                add({"p": ("matmul", "a", "b"), "q": ("mul", "p", "w"), "y": ("sum", "q")}, {"a": u(m, k), "b": u(k, n), "w": w(m, n)})
            for op in ("add", "mul"):
                for x, z in (((3, 4), (3, 4)), ((3, 4), (4,)), ((3, 4), ()), ((3, 4), (1, 4)), ((3, 4), (3, 1)), ((3, 4), (1, 1)), ((4,), ()), ((4,), (1,)), ((3, 1), (1, 4)), ((3, 1), (4,)), ((1, 4), ()), ((3,), (3, 3)), ((3,3),(3,))):
                    out = np.broadcast_shapes(x, z)
                    for i, j in ((x, z), (z, x))[:2 if rep == 0 else 1]:
                        add({"p": (op, "a", "b"), "q": ("mul", "p", "w"), "y": ("sum", "q")}, {"a": u(*i), "b": u(*j), "w": w(*out)})
    add({"p": ("mul", "a", "a"), "q": ("cos", "p"), "r": ("mul", "q", "p"), "s": ("add", "r", "q"), "t": ("mul", "s", "a"), "y": ("sum", "t")}, {"a": u(3, 2)})
    add({"p": ("exp", "a"), "q": ("add", "p", "p"), "r": ("mul", "q", "p"), "y": ("sum", "r")}, {"a": u(3)})
    add({"p": ("matmul", "a", "a"), "q": ("matmul", "p", "a"), "y": ("sum", "q")}, {"a": u(3, 3)})
    return P
def _caught(engine):
    right = engine_of(RULES)
    P = _progs()
    for p, i in P[:188] + P[-3:] + P[:3]:
        try:
            g = engine(p, {k: v.copy() for k, v in i.items()})[1]
            w = right(p, i)[1]
            if set(g) != set(w): return True
            for k in w:
                if np.shape(g[k]) != np.shape(w[k]) or not np.allclose(g[k], w[k], rtol=1e-6, atol=1e-7): return True
        except Exception:
            return True
    return False
INSIDE = [False]
def _rule(op):
    return lambda g, *a: tuple(2 * p for p in RULES[op](g, *a)) if INSIDE[0] else RULES[op](g, *a)
planted = {op: _rule(op) for op in ("add", "sum", "matmul")}
def catches(engine):
    INSIDE[0] = True
    try: return bool(_caught(engine))
    finally: INSIDE[0] = False
