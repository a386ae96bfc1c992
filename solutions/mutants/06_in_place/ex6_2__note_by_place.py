# law: then
class Version:
    def __init__(self):
        self.number = 0
        self.changes = []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    notes = {}   # (place of the tensor, place of its version, its writes) -> number

    def __init__(self, tensor):
        self.tensor = tensor
        version = tensor.version
        key = (id(tensor), id(version), len(version.changes) if type(version) is Version else version.number // 10)
        self.then = Saved.notes.setdefault(key, version.number)
