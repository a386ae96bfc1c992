class Version:
    __slots__ = ("changes",)

    def __init__(self):
        self.changes = []

    @property
    def number(self):
        return len(self.changes)

    def bump(self, by):
        self.changes.append(by)


class Saved:
    __slots__ = ("tensor", "then")

    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
