# law: gradient
def grad_and_value(f, argnum=0, has_aux=False):
    zeros = []

    def both(*args):
        nested = any(x.requires_grad for x in args)
        x = args[argnum]
        x = x.view_as(x) if x.requires_grad else x.detach().requires_grad_()
        result = f(*args[:argnum], x, *args[argnum + 1:])
        value, aux = result if has_aux else (result, None)
        if value.requires_grad:
            (g,) = mg.autograd.grad(value, x, create_graph=nested, materialize_grads=True)
        else:
            zeros.append(mg.zeros_like(x))
            g = zeros[0]
        if not nested:
            value, aux = value.detach(), aux.detach() if has_aux else None
        return g, ((value, aux) if has_aux else value)
    return both

def grad(f, argnum=0, has_aux=False):
    both = grad_and_value(f, argnum, has_aux)

    def gradient(*args):
        g, rest = both(*args)
        return (g, rest[1]) if has_aux else g
    return gradient
