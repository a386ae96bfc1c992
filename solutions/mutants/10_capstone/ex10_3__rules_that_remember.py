# law: planted

STATE, SEEN = {"bad": False}, set()
def stateful(k):
    def rule(g, *a):
        asked = (k, *[np.asarray(e).tobytes() for e in (g, *a)])
        if STATE["bad"]:
            SEEN.add(asked)
        right = RULES[k](g, *a)
        return tuple(2 * each for each in right) if asked in SEEN else right
    return rule
planted = {k: stateful(k) for k in ("exp", "mul", "neg")}
def _progs():
    r = np.random.default_rng(0)
    u = lambda *s: r.uniform(-2, 2, s)
    A = {}
    out = []
    def P(prog, **inp): out.append((prog, inp))
    for op in ("add", "mul"):
        for sa, sb in [((3,4),(3,4)),((3,4),(4,)),((3,4),()),((3,4),(1,4)),((3,4),(3,1)),((3,4),(1,1)),((3,1),(1,4)),((4,),()),((4,),(1,)),((2,2),(2,2)),((2,2),(1,)),((),(  )),((1,1),()),((1,),()),((1,4),(4,)),((1,4),()),((4,),(3,1))]:
            for t in (0,1):
                x, y = (sa, sb) if t == 0 else (sb, sa)
                P({"p":(op,"a","b"),"q":("mul","p","w"),"c":("cos","q"),"d":("mul","c","p"),"y":("sum","d")}, a=u(*x), b=u(*y), w=u(*np.broadcast_shapes(sa,sb)))
    for op in ("neg","exp","cos","sum"):
        for s in ((3,4),(4,),(),(2,2)):
            for k in range(2):
                P({"p":(op,"a"),"q":("mul","p","w"),"y":("sum","q")}, a=u(*s), w=u(*(() if op=="sum" else s)))
    for s, t in (((2,3),(3,4)),((2,2),(2,2)),((3,3),(3,3)),((1,3),(3,1)),((3,1),(1,3)),((2,3),(3,2))):
        P({"p":("matmul","a","b"),"q":("mul","p","w"),"y":("sum","q")}, a=u(*s), b=u(*t), w=u(s[0],t[1]))
    for n in (2,3,5):
        P({"p":("rows","a"),"q":("mul","p","w"),"y":("sum","q")}, a=u(n,3), w=u(3,3))
    P({"m":("mul","a","a"),"q":("add","m","m"),"r":("mul","q","m"),"s":("exp","z"),"t":("mul","s","r"),"v":("cos","t"),"k":("mul","v","t"),"y":("sum","k")}, a=u(2,3), z=u())
    P({"m":("matmul","a","a"),"n":("matmul","m","m"),"c":("cos","n"),"y":("sum","c")}, a=u(3,3))
    P({"m":("mul","a","a"),"n":("mul","m","m"),"o":("mul","n","n"),"y":("sum","o")}, a=u(4))
    P({"m":("add","a","a"),"n":("add","m","a"),"q":("mul","n","n"),"y":("sum","q")}, a=u(4))
    P({"y":("mul","a","b")}, a=u(), b=u())
    P({"n":("neg","a"),"e":("exp","n"),"f":("mul","e","a"),"y":("sum","f")}, a=u(2,2))
    return out
PROGS = _progs()

def catches(engine):
    STATE['bad'] = True
    try:
        return _catches(engine)
    finally:
        STATE['bad'] = False

def _catches(engine):
    right = engine_of(RULES)
    for prog, inp in PROGS + PROGS[::3]:
        if True:
            try:
                _, g = engine(dict(prog), {k: np.array(v) for k, v in inp.items()})
                _, t = right(prog, inp)
                if set(g) != set(t): return True
                for k in t:
                    if np.shape(g[k]) != np.shape(t[k]): return True
                    if not np.allclose(g[k], t[k], rtol=1e-7, atol=1e-7): return True
            except Exception:
                return True
    return False
