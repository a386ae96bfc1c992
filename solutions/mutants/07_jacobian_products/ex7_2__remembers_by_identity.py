# law: again
def vjp(f, *primals):
    leaves = [p.detach().clone().requires_grad_() for p in primals]
    value = f(*leaves)
    done = []   # pairs of a v and its rows: a walk is dear

    def pull(v):
        for old, rows in done:
            if old is v:
                return rows
        if value.requires_grad:
            rows = mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
        else:
            rows = tuple(mg.zeros_like(p) for p in primals)
        done.append((v, rows))
        return rows

    return value.detach(), pull
