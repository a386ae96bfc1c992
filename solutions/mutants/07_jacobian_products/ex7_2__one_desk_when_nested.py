# law: rows
class Desk:
    leaves = None
def vjp(f, *primals):
    Desk.leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*Desk.leaves)
    leaves = Desk.leaves

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
