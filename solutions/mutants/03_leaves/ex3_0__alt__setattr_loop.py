import operator

class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

def _method(name, turned):
    compute = getattr(operator, name)
    def method(self, other):
        pair = [self, other if isinstance(other, Tiny) else Tiny(other)]
        if turned:
            pair.reverse()
        return Tiny(compute(*(each.data for each in pair)), name, tuple(pair))
    return method

for _name in ("add", "sub", "mul"):
    setattr(Tiny, f"__{_name}__", _method(_name, False))
    setattr(Tiny, f"__r{_name}__", _method(_name, True))
