# law: very
class Version:
    def __init__(self):
        self.number = 0
        self.changes = []
        self.saves = 0

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor = tensor
        self.then = tensor.version.number
        if hasattr(tensor.version, "saves"):
            tensor.version.saves += 1
