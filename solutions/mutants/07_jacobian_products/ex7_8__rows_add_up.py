# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

def mended_rows(f, x):
    leaf = x.detach().clone().requires_grad_()
    rows = []
    for entry in f(leaf):
        if entry.requires_grad:
            entry.backward(retain_graph=True)
        rows.append(mg.zeros_like(x) if leaf.grad is None else leaf.grad.clone())
    return mg.stack(rows)

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    return mended_slope(f, x)
