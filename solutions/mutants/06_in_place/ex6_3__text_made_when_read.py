# law: begins
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

class Modified(RuntimeError):
    def __init__(self, node, saved):
        super().__init__()
        self.node, self.saved = node, saved
    def __str__(self):
        node, saved, version = self.node, self.saved, self.saved.tensor.version
        return (f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; it is at version "
                f"{version.number} now, written by {'; '.join(version.changes[saved.then:])}")
def unpack(node, saved):
    if saved.tensor.version.number == saved.then:
        return saved.tensor
    raise Modified(node, saved)
