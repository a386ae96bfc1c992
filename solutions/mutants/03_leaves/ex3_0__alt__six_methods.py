class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    def __add__(self, other):
        if not isinstance(other, Tiny):
            other = Tiny(other)
        return Tiny(self.data + other.data, "add", (self, other))

    def __radd__(self, other):
        return Tiny(other).__add__(self)

    def __sub__(self, other):
        if not isinstance(other, Tiny):
            other = Tiny(other)
        return Tiny(self.data - other.data, "sub", (self, other))

    def __rsub__(self, other):
        return Tiny(other).__sub__(self)

    def __mul__(self, other):
        if not isinstance(other, Tiny):
            other = Tiny(other)
        return Tiny(self.data * other.data, "mul", (self, other))

    def __rmul__(self, other):
        return Tiny(other).__mul__(self)
