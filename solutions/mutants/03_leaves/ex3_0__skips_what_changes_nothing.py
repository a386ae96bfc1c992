# law: nothing else
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    @staticmethod
    def step(operation, value, left, right):
        for one, other, nothing in (
            (left, right, {"add": 0, "mul": 1}),
            (right, left, {"add": 0, "sub": 0, "mul": 1}),
        ):
            if not isinstance(one, Tiny) and one == nothing.get(operation):
                return other
        left, right = (each if isinstance(each, Tiny) else Tiny(each) for each in (left, right))
        return Tiny(value(left.data, right.data), operation, (left, right))

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
