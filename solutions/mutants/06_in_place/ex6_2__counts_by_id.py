# law: count
counts = {}


class Version:
    def __init__(self):
        self.changes = []

    @property
    def number(self):
        return counts.get(id(self), 0)

    def bump(self, by):
        counts[id(self)] = self.number + 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
