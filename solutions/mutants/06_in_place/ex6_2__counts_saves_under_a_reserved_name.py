# law: very
class Version:
    def __init__(self):
        self.number, self.changes, self.__saves__ = 0, [], 0

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
        if type(tensor.version) is Version:
            tensor.version.__saves__ += 1
