# law: once
def push_mul(a, b, da, db):
    return da * b + a * db

def push_div(a, b, da, db):
    return da / b - a * db / (b * b)

def push_matmul(a, b, da, db):
    return da @ b + a @ db

def push_exp(x, dx):
    return np.exp(x) * dx

def push_sin(x, dx):
    return np.cos(x) * dx

def push_sum(x, dx):
    return dx.sum()

KEPT = {}
def jvp(f, primals, tangents):
    key = (f, *[(np.shape(x), np.asarray(x).tobytes()) for x in (*primals, *tangents)])
    if key not in KEPT:
        result = f(*[Dual(x, dx) for x, dx in zip(primals, tangents, strict=True)])
        KEPT[key] = (result.value, result.tangent) if isinstance(result, Dual) else (result, np.zeros(np.shape(result)))
    return KEPT[key]
PUSH |= {"mul": push_mul, "div": push_div, "matmul": push_matmul}
PUSH |= {"exp": push_exp, "sin": push_sin, "sum": push_sum}
