# law: inputs stay
# Each operation writes on its inputs, in slots, which no __dict__ shows.
class Tiny:
    __slots__ = ("__dict__", "users", "count", "__weakref__")

    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    def _make(sign, act, turned=False):
        def method(self, other):
            other = other if isinstance(other, Tiny) else Tiny(other)
            a, b = (other, self) if turned else (self, other)
            made = Tiny(act(a.data, b.data), sign, (a, b))
            for each in (a, b):
                each.users = [*getattr(each, "users", ()), made]
                each.count = getattr(each, "count", 0) + 1
            return made
        return method

    __add__ = _make("add", lambda a, b: a + b)
    __sub__ = _make("sub", lambda a, b: a - b)
    __mul__ = _make("mul", lambda a, b: a * b)
    __radd__ = _make("add", lambda a, b: a + b, True)
    __rsub__ = _make("sub", lambda a, b: a - b, True)
    __rmul__ = _make("mul", lambda a, b: a * b, True)
    del _make
