# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

def mended_rows(f, x):
    leaf = x.detach().clone().requires_grad_()
    rows = []
    for entry in f(leaf):
        if not entry.requires_grad or not entry:
            rows.append(mg.zeros_like(x))
        else:
            rows.append(mg.autograd.grad(entry, leaf, retain_graph=True)[0])
    return mg.stack(rows)

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]
