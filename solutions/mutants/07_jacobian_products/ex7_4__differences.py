# law: columns
def jvp_by_walks(f, primals, tangents):
    value, h = None, 1e-4
    def sides(*x):
        up = [each + h * v for each, v in zip(x, tangents)]
        return up
    up = f(*sides(*primals))
    value = f(*primals)
    return value, (up - value) / h
