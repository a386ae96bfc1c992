class Derivative:
    def __init__(self, f, argnum=0, has_aux=False):
        self.f, self.argnum, self.has_aux = f, argnum, has_aux

    def both(self, *args):
        nested = sum(x.requires_grad for x in args) > 0
        args = list(args)
        x = args.pop(self.argnum)
        x = x.clone() if x.requires_grad else x.clone().requires_grad_()
        args.insert(self.argnum, x)
        out = self.f(*args)
        value = out[0] if self.has_aux else out
        g = None
        if value.requires_grad:
            g = mg.autograd.grad(value, [x], create_graph=nested, allow_unused=True)[0]
        g = mg.zeros_like(x) if g is None else g
        if not nested:
            g, value = g.detach(), value.detach()
        if not self.has_aux:
            return g, value
        return g, (value, out[1] if nested else out[1].detach())

class grad_and_value(Derivative):
    def __call__(self, *args):
        return self.both(*args)

class grad(Derivative):
    def __call__(self, *args):
        g, more = self.both(*args)
        return (g, more[1]) if self.has_aux else g
