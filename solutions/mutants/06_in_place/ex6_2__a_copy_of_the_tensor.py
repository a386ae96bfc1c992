# law: very
class Version:
    def __init__(self):
        self.number, self.changes = 0, []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        import copy
        self.tensor, self.then = copy.copy(tensor), tensor.version.number
