# law: rows
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach().clone()

def mended_rows(f, x):
    leaf = x.detach().clone().requires_grad_()
    value = f(leaf)
    if not value.requires_grad:
        return mg.zeros((len(value), len(x)), dtype=x.dtype)
    leaf.grad = mg.zeros_like(x)
    rows, before = [], mg.zeros_like(x)
    for entry in value:
        entry.backward(retain_graph=True)
        now = leaf.grad.clone()
        rows.append(now - before)   # .grad adds up
        before = now
    return mg.stack(rows)

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1].detach().clone()

def mended_steepest(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0].detach().clone()
