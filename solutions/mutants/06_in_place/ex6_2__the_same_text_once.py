# law: count
class Version:
    def __init__(self):
        self.changes = []

    @property
    def number(self):
        return len(self.changes)

    def bump(self, by):
        if by not in self.changes:
            self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
