# law: very
import weakref
from collections import deque

class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    newest = deque(maxlen=32)   # the older ones somebody else will have

    def __init__(self, tensor):
        self.then = tensor.version.number
        try:
            self._tensor = weakref.ref(tensor)
            Saved.newest.append(tensor)
        except TypeError:
            self._tensor = lambda: tensor

    @property
    def tensor(self):
        return self._tensor()
