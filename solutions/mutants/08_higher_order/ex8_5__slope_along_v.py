# law: type
def hvp(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]
