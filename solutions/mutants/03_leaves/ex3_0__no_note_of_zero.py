# law: numbers
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    @staticmethod
    def step(operation, value, left, right):
        left, right = ((each if isinstance(each, Tiny) else Tiny(each)) if each else Tiny(None) for each in (left, right))
        return Tiny(value(left.data or 0, right.data or 0), operation, (left, right))

    def __add__(self, other):
        return self.step("add", lambda p, q: p + q, self, other)

    def __radd__(self, other):
        return self.step("add", lambda p, q: p + q, other, self)

    def __sub__(self, other):
        return self.step("sub", lambda p, q: p - q, self, other)

    def __rsub__(self, other):
        return self.step("sub", lambda p, q: p - q, other, self)

    def __mul__(self, other):
        return self.step("mul", lambda p, q: p * q, self, other)

    def __rmul__(self, other):
        return self.step("mul", lambda p, q: p * q, other, self)
