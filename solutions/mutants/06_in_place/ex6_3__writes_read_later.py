# law: begins
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"


class Modified(RuntimeError):
    def __init__(self, begin, changes, then):
        super().__init__(begin)
        self.begin, self.changes, self.then = begin, changes, then

    def __str__(self):
        return self.begin + "; ".join(self.changes[self.then:])


def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    begin = (f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; "
             f"it is at version {version.number} now, written by ")
    raise Modified(begin, version.changes, saved.then)
