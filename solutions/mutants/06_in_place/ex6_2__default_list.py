# law: who
class Version:
    def __init__(self, changes=[]):
        self.number, self.changes = 0, changes

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
