def hvp(f, x, v):
    slope, pull = mg.func.vjp(mg.func.grad(f), x)
    (came,) = pull(v)
    return came
