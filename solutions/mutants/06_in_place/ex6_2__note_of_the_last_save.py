# law: then
class Version:
    def __init__(self):
        self.number, self.changes = 0, []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    last = (None, None, 0)
    def __init__(self, tensor):
        self.tensor = tensor
        version = tensor.version
        if Saved.last[0] is not tensor or Saved.last[1] is not version or type(version) is Version and version.number != Saved.last[2]:
            Saved.last = tensor, version, version.number
        self.then = Saved.last[2]
