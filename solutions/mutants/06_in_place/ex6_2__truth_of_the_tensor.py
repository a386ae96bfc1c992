# law: very
class Version:
    def __init__(self):
        self.number, self.changes = 0, []

    def bump(self, by):
        self.changes.append(by)
        self.number = len(self.changes)


class Saved:
    def __init__(self, tensor):
        self.tensor = tensor
        self.then = (tensor or None) and tensor.version.number
        if self.then is None:
            self.then = tensor.version.number
