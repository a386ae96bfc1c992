# law: inputs
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

def as_tiny(side):
    return side if isinstance(side, Tiny) else Tiny(side)


def compute(name, a, b):
    return a + b if name == "add" else a - b if name == "sub" else a * b


def combine(name, left, right):
    if not isinstance(right, Tiny):
        right = left if right == left.data else Tiny(right)
    if not isinstance(left, Tiny):
        left = right if left == right.data else Tiny(left)
    return Tiny(compute(name, left.data, right.data), name, (left, right))
