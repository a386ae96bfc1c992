push_mul = lambda a, b, da, db: a * db + b * da
push_div = lambda a, b, da, db: (da * b - a * db) / b**2
push_matmul = lambda a, b, da, db: np.matmul(a, db) + np.matmul(da, b)
push_exp = lambda x, dx: dx * np.exp(x)
push_sin = lambda x, dx: dx * np.sin(x + np.pi / 2)
push_sum = lambda x, dx: np.sum(dx)

def jvp(f, primals, tangents):
    moving = map(Dual, primals, tangents)
    end = f(*moving)
    if type(end) is not Dual:
        return end, 0 * np.asarray(end)
    return end.value, end.tangent
PUSH |= {"mul": push_mul, "div": push_div, "matmul": push_matmul}
PUSH |= {"exp": push_exp, "sin": push_sin, "sum": push_sum}
