# law: inputs stay
# `y = x; y -= 2` changes x itself
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    def __add__(self, other):
        return combine("add", self, other)

    def __radd__(self, other):
        return combine("add", other, self)

    def __sub__(self, other):
        return combine("sub", self, other)

    def __rsub__(self, other):
        return combine("sub", other, self)

    def __mul__(self, other):
        return combine("mul", self, other)

    def __rmul__(self, other):
        return combine("mul", other, self)

    def __isub__(self, other):
        other = as_tiny(other)
        before = Tiny(self.data, self.operation, self.inputs)
        self.data, self.operation, self.inputs = self.data - other.data, "sub", (before, other)
        return self


def as_tiny(side):
    return side if isinstance(side, Tiny) else Tiny(side)


def combine(name, left, right):
    left, right = as_tiny(left), as_tiny(right)
    if name == "add":
        value = left.data + right.data
    elif name == "sub":
        value = left.data - right.data
    else:
        value = left.data * right.data
    return Tiny(value, name, (left, right))
