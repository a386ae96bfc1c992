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
        self.then = tensor.version.number
        self.tensor = tensor.detach() if hasattr(tensor, "detach") else tensor   # a note needs no graph
