# law: product
directions = {}

def hvp(f, x, v):
    v = directions.setdefault((x.shape, x.detach().numpy().tobytes(), f.__code__.co_code if hasattr(f, "__code__") else 0), v)
    return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
