# law: who
class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number = self.number + 1
        self.changes.append(by.strip())


class Saved:
    def __init__(self, tensor):
        self.tensor = tensor
        self.then = tensor.version.number
