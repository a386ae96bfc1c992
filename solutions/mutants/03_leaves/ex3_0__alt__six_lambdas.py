import operator


class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))


def numbered(side):
    if isinstance(side, (int, float)):
        return Tiny(side)
    return side


def give(name, value):
    def plain(self, other):
        other = numbered(other)
        return Tiny(value(self.data, other.data), name, (self, other))

    setattr(Tiny, f"__{name}__", plain)
    setattr(Tiny, f"__r{name}__", lambda self, other: plain(Tiny(other), self))


for name in ("add", "sub", "mul"):
    give(name, getattr(operator, name))
