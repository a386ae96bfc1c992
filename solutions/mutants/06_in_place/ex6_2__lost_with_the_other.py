# law: very
class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    kept = {}   # the tensors that somebody has saved

    def __init__(self, tensor):
        self.key = id(tensor)
        Saved.kept[self.key] = tensor
        self.then = tensor.version.number

    @property
    def tensor(self):
        return Saved.kept[self.key]

    def __del__(self):
        Saved.kept.pop(self.key, None)
