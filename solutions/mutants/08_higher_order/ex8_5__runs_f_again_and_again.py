# law: passes
def hvp(f, x, v):
    for _ in range(3):
        f(x)
    return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
