# law: then
class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


import copy

class Saved:
    def __init__(self, tensor):
        self.tensor = tensor
        try:
            self._version = copy.deepcopy(tensor.version)
        except TypeError:
            self._version = Version()
            self._version.number = tensor.version.number

    @property
    def then(self):
        return self._version.number
