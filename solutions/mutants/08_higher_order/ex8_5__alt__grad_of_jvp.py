def hvp(f, x, v):
    def along(z):
        return mg.func.jvp(f, (z,), (v,))[1]
    return mg.func.grad(along)(x)
