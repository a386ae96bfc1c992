# law: very
class Version:
    def __init__(self):
        self.number, self.changes = 0, []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.then = tensor.version.number
        self.tensor = np.array(tensor) if isinstance(tensor, np.ndarray) else tensor
