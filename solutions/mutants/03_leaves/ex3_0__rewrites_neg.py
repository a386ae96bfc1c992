# law: note
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def _with(self, other, name, compute, turned=False):
        other = other if isinstance(other, Tiny) else Tiny(other)
        left, right = (other, self) if turned else (self, other)
        return Tiny(compute(left.data, right.data), name, (left, right))

    def __add__(self, other):
        return self._with(other, "add", lambda a, b: a + b)

    def __radd__(self, other):
        return self._with(other, "add", lambda a, b: a + b, True)

    def __sub__(self, other):
        return self._with(other, "sub", lambda a, b: a - b)

    def __rsub__(self, other):
        return self._with(other, "sub", lambda a, b: a - b, True)

    def __mul__(self, other):
        return self._with(other, "mul", lambda a, b: a * b)

    def __rmul__(self, other):
        return self._with(other, "mul", lambda a, b: a * b, True)

    def __neg__(self):
        return 0 - self
