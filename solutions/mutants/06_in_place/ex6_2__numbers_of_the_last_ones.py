# law: then
import collections

class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    numbers = collections.OrderedDict()

    def __init__(self, tensor):
        self.tensor = tensor
        self.numbers[id(self)] = tensor.version.number
        if len(self.numbers) > 128:
            self.numbers.popitem(last=False)

    @property
    def then(self):
        return self.numbers.get(id(self), self.tensor.version.number)
