class Changes(list):
    """Texts, oldest first."""


class Counter:
    def __init__(self):
        self.changes = Changes()
        self.number = np.int64(0)


class Version(Counter):
    def bump(self, by):
        self.changes.insert(len(self.changes), by)
        self.number = self.number + 1


class Saved:
    def __init__(self, tensor):
        self.__dict__.update(tensor=tensor, then=tensor.version.number)
