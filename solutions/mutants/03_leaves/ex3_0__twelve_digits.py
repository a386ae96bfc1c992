# law: value
# Keeps twelve digits of each result.
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    def noted(self, operation, value, left, right):
        pair = tuple(side if isinstance(side, Tiny) else Tiny(side) for side in (left, right))
        return Tiny(float(f'{value(pair[0].data, pair[1].data):.12g}'), operation, pair)

    def __add__(self, other):
        return self.noted("add", lambda p, q: p + q, self, other)

    def __radd__(self, other):
        return self.noted("add", lambda p, q: p + q, other, self)

    def __sub__(self, other):
        return self.noted("sub", lambda p, q: p - q, self, other)

    def __rsub__(self, other):
        return self.noted("sub", lambda p, q: p - q, other, self)

    def __mul__(self, other):
        return self.noted("mul", lambda p, q: p * q, self, other)

    def __rmul__(self, other):
        return self.noted("mul", lambda p, q: p * q, other, self)
