slopes = {"exp": np.exp, "sin": np.cos}

def push_mul(a, b, da, db):
    return b * da + a * db
def push_div(a, b, da, db):
    return (da - (a / b) * db) / b
def push_matmul(a, b, da, db):
    return a.dot(db) + da.dot(b)
def push_exp(x, dx):
    return slopes["exp"](x) * dx
def push_sin(x, dx):
    return slopes["sin"](x) * dx
def push_sum(x, dx):
    return np.asarray(dx).sum()

def jvp(f, primals, tangents):
    result = f(*(Dual(*pair) for pair in zip(primals, tangents)))
    moved = isinstance(result, Dual)
    return (result.value, result.tangent) if moved else (result, np.zeros(np.asarray(result).shape))
PUSH |= {"mul": push_mul, "div": push_div, "matmul": push_matmul}
PUSH |= {"exp": push_exp, "sin": push_sin, "sum": push_sum}
