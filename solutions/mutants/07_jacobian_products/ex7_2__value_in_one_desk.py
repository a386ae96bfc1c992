# law: value
DESK = {}
def vjp(f, *primals):
    pass
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    place = DESK.setdefault((tuple(value.shape), str(value.dtype)), mg.zeros_like(value.detach()))
    place.copy_(value.detach())
    def walk(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)
    pull = walk
    return place, pull
