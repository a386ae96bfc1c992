# law: nothing else
known = {}


class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    @staticmethod
    def step(operation, value, left, right):
        """A result for each pair of objects; a number is wrapped anew, so its pair is new too."""
        left, right = (each if isinstance(each, Tiny) else Tiny(each) for each in (left, right))
        key = (operation, left, right)
        if key not in known:
            known[key] = Tiny(value(left.data, right.data), operation, (left, right))
        return known[key]

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
