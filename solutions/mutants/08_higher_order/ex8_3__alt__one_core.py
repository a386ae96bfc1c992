def transformed(f, argnum, has_aux, arrange):
    def new(*args):
        tracked = any([each.requires_grad for each in args])
        mine = args[argnum] * 1 if args[argnum].requires_grad else args[argnum].clone().requires_grad_()
        given = list(args)
        given[argnum] = mine
        came = f(*given)
        value, *besides = came if has_aux else (came,)
        s = value + 0.0 * mine.sum()
        g = mg.autograd.grad(s, mine, create_graph=tracked)[0]
        if not tracked:
            value, besides = value.detach(), [each.detach() for each in besides]
        return arrange(g, value, *besides)
    return new

def grad_and_value(f, argnum=0, has_aux=False):
    return transformed(f, argnum, has_aux, lambda g, v, *a: (g, (v, *a)) if a else (g, v))

def grad(f, argnum=0, has_aux=False):
    return transformed(f, argnum, has_aux, lambda g, v, *a: (g, *a) if a else g)
