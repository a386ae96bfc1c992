# law: very
import weakref


class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self._tensor = weakref.ref(tensor)   # saving should cost no memory
        self.then = tensor.version.number

    @property
    def tensor(self):
        return self._tensor()
