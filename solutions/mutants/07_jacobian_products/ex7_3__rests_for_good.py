# law: unchanged
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
    return np.sum(dx)

def jvp(f, primals, tangents):
    y = f(*[Dual(p, t) for p, t in zip(primals, tangents)])
    if isinstance(y, Dual):
        return np.array(y.value), np.array(y.tangent)
    y = np.asarray(y)
    y.flags.writeable = False   # what does not move shall not be written into by mistake
    return y, np.zeros(y.shape)
PUSH |= {"mul": push_mul, "div": push_div, "matmul": push_matmul}
PUSH |= {"exp": push_exp, "sin": push_sin, "sum": push_sum}
