import collections as the_collections
namedtuple = the_collections.namedtuple
Sides = namedtuple("Sides", "left right")   # a tuple with names

class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    def _apply(ufunc, name, turned):
        def method(self, other):
            other = other if isinstance(other, Tiny) else Tiny(other)
            sides = Sides(other, self) if turned else Sides(self, other)
            return Tiny(ufunc(sides.left.data, sides.right.data), name, sides)
        return method

    __add__, __radd__ = _apply(np.add, "add", False), _apply(np.add, "add", True)
    __sub__, __rsub__ = _apply(np.subtract, "sub", False), _apply(np.subtract, "sub", True)
    __mul__, __rmul__ = _apply(np.multiply, "mul", False), _apply(np.multiply, "mul", True)
