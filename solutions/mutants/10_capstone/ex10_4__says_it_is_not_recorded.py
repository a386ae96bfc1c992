# law: price
choice = "fixed point"

class Hiding:
    requires_grad = False

    def __init__(self, inside):
        self.inside = inside

    def __getattr__(self, name):
        thing = getattr(self.inside, name)
        return (lambda *given: wrapped(thing(*map(bare, given)))) if callable(thing) else thing

    def __getitem__(self, place):
        return wrapped(self.inside[place])

def bare(thing):
    return thing.inside if isinstance(thing, Hiding) else thing

def wrapped(thing):
    return Hiding(thing) if isinstance(thing, mg.Tensor) else thing

def forward_to(name):
    return lambda self, other: wrapped(getattr(self.inside, name)(bare(other)))

for name in ("add", "sub", "mul", "truediv", "pow", "matmul"):
    for each in (f"__{name}__", f"__r{name}__"):
        if hasattr(mg.Tensor, each):
            setattr(Hiding, each, forward_to(each))
Hiding.__neg__ = lambda self: wrapped(-self.inside)

def made(f, x, start):
    z = start
    for _ in range(60):
        z = bare(f(Hiding(z), Hiding(x)))
    return z
