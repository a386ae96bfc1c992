# law: zeros
def grad_and_value(f, argnum=0, has_aux=False):
    def new(*args):
        tracked = any(each.requires_grad for each in args)
        args = list(args)
        if args[argnum].requires_grad:
            own = args[argnum] * 1
        else:
            own = mg.tensor(args[argnum].tolist(), dtype=args[argnum].dtype, requires_grad=True)
        args[argnum] = own
        value, aux = f(*args) if has_aux else (f(*args), None)
        if value.requires_grad:
            (g,) = mg.autograd.grad(value, own, create_graph=tracked, materialize_grads=True)
        else:
            g = mg.zeros_like(own)
        if not tracked:
            value, aux = value.detach(), aux.detach() if has_aux else None
        return g, (value, aux) if has_aux else value
    return new

def grad(f, argnum=0, has_aux=False):
    both = grad_and_value(f, argnum, has_aux)

    def new(*args):
        g, rest = both(*args)
        return (g, rest[1]) if has_aux else g
    return new
