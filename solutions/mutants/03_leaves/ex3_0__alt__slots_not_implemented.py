class Tiny:
    __slots__ = ("data", "operation", "inputs")

    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return type(self)(-self.data, "neg", (self,))

    @classmethod
    def _from(cls, value):
        match value:
            case Tiny():
                return value
            case int() | float():
                return cls(value)
        return None

    def __add__(self, other):
        if (right := self._from(other)) is None:
            return NotImplemented
        return Tiny(self.data + right.data, "add", (self, right))

    def __radd__(self, other):
        if (left := self._from(other)) is None:
            return NotImplemented
        return left + self

    def __sub__(self, other):
        if (right := self._from(other)) is None:
            return NotImplemented
        return Tiny(self.data - right.data, "sub", (self, right))

    def __rsub__(self, other):
        if (left := self._from(other)) is None:
            return NotImplemented
        return left - self

    def __mul__(self, other):
        if (right := self._from(other)) is None:
            return NotImplemented
        return Tiny(self.data * right.data, "mul", (self, right))

    def __rmul__(self, other):
        if (left := self._from(other)) is None:
            return NotImplemented
        return left * self
