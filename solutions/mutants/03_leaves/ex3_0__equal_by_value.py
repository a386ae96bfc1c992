# law: nothing else
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __eq__(self, other):
        return isinstance(other, Tiny) and (self.data, self.operation, self.inputs) == (
            other.data, other.operation, other.inputs)

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    def __add__(self, other):
        other = other if isinstance(other, Tiny) else Tiny(other)
        return Tiny(self.data + other.data, "add", (self, other))

    def __sub__(self, other):
        other = other if isinstance(other, Tiny) else Tiny(other)
        return Tiny(self.data - other.data, "sub", (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Tiny) else Tiny(other)
        return Tiny(self.data * other.data, "mul", (self, other))

    def __radd__(self, other):
        return Tiny(other) + self

    def __rsub__(self, other):
        return Tiny(other) - self

    def __rmul__(self, other):
        return Tiny(other) * self
