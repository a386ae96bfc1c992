class Operators:
    def make(self, name, left, right):
        left, right = (each if isinstance(each, Operators) else Tiny(each) for each in (left, right))
        if name == "add":
            value = left.data + right.data
        elif name == "sub":
            value = left.data - right.data
        else:
            value = left.data * right.data
        return Tiny(value, name, (left, right))

    def __add__(self, other): return self.make("add", self, other)
    def __radd__(self, other): return self.make("add", other, self)
    def __sub__(self, other): return self.make("sub", self, other)
    def __rsub__(self, other): return self.make("sub", other, self)
    def __mul__(self, other): return self.make("mul", self, other)
    def __rmul__(self, other): return self.make("mul", other, self)

class Tiny(Operators):
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))
