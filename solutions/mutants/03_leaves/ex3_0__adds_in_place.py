# law: new
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    def __add__(self, other):
        other = other if isinstance(other, Tiny) else Tiny(other)
        return Tiny(self.data + other.data, "add", (self, other))

    def __iadd__(self, other):
        other = other if isinstance(other, Tiny) else Tiny(other)
        before = Tiny(self.data, self.operation, self.inputs)
        self.data, self.operation, self.inputs = self.data + other.data, "add", (before, other)
        return self

    def __radd__(self, other):
        return Tiny(other) + self

    def __sub__(self, other):
        other = other if isinstance(other, Tiny) else Tiny(other)
        return Tiny(self.data - other.data, "sub", (self, other))

    def __rsub__(self, other):
        return Tiny(other) - self

    def __mul__(self, other):
        other = other if isinstance(other, Tiny) else Tiny(other)
        return Tiny(self.data * other.data, "mul", (self, other))

    def __rmul__(self, other):
        return Tiny(other) * self
