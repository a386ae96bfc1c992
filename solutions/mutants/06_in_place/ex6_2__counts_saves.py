# law: very
class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
        if "saves" in getattr(tensor, "__dict__", {}):
            tensor.saves += 1   # how many nodes have kept it
