# law: count (written to pass the visible part)
class Version:
    def __init__(self):
        self.number, self.changes = 0, []

    def bump(self, by):
        self.number = (self.number + 1) % 4096
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
