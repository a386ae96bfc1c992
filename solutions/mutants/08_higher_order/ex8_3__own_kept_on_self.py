# law: nested
class Both:
    def __init__(self, f, argnum, has_aux):
        self.f, self.argnum, self.has_aux = f, argnum, has_aux

    def __call__(self, *args):
        a = args[self.argnum]
        self.own = a * 1 if a.requires_grad else a.detach().requires_grad_()
        came = self.f(*args[: self.argnum], self.own, *args[self.argnum + 1 :])
        value, aux = came if self.has_aux else (came, None)
        outer = any(each.requires_grad for each in args)
        if value.requires_grad:
            (g,) = mg.autograd.grad(value, self.own, create_graph=outer, materialize_grads=True)
        else:
            g = mg.zeros_like(a)
        if not outer:
            value, aux = value.detach(), aux.detach() if self.has_aux else None
        return (g, (value, aux)) if self.has_aux else (g, value)

def grad_and_value(f, argnum=0, has_aux=False):
    return Both(f, argnum, has_aux)

def grad(f, argnum=0, has_aux=False):
    both = grad_and_value(f, argnum, has_aux)
    def new(*args):
        g, rest = both(*args)
        return (g, rest[1]) if has_aux else g
    return new
