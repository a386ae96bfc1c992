# law: very
class Box:
    count = 0


class Version:
    def __init__(self):
        self.number, self.changes, self.saves = 0, [], Box()

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
        if type(tensor.version) is Version:
            tensor.version.saves.count += 1
