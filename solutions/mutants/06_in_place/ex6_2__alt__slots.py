class Version:
    __slots__ = ("changes", "number")

    def __init__(self):
        self.number = 0
        self.changes = list()

    def bump(self, by=""):
        self.changes += [by]
        self.number += 1
        return self


class Saved:
    __slots__ = ("tensor", "then")

    def __init__(self, tensor):
        self.tensor = tensor
        self.then = tensor.version.number
