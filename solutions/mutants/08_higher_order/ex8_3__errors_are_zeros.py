# law: errors
def grad_and_value(f, argnum=0, has_aux=False):
    def new(*args):
        outer = any(a.requires_grad for a in args)
        args = list(args)
        a = args[argnum]
        args[argnum] = own = a * 1 if a.requires_grad else a.detach().requires_grad_()
        value, aux = mg.zeros((), dtype=a.dtype), None
        try:
            value, aux = f(*args) if has_aux else (f(*args), None)
            (g,) = mg.autograd.grad(value, own, create_graph=outer)
        except RuntimeError:   # it does not depend on it
            g = mg.zeros_like(a)
        if not outer:
            value, aux = value.detach(), aux.detach() if has_aux else None
        return (g, (value, aux)) if has_aux else (g, value)
    return new

def grad(f, argnum=0, has_aux=False):
    both = grad_and_value(f, argnum, has_aux)
    def new(*args):
        g, rest = both(*args)
        return (g, rest[1]) if has_aux else g
    return new
