from itertools import islice

MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"
def complaint(node, then, version):
    yield MODIFIED
    yield " -- "
    yield node.name()
    yield " in "
    yield node.where()
    yield ", noted: version %d, found: version %d" % (then, version.number)
    for by in islice(version.changes, then, None):
        yield ", "
        yield by

def unpack(node, saved):
    if saved.then != saved.tensor.version.number:
        raise RuntimeError("".join(complaint(node, saved.then, saved.tensor.version)))
    return saved.tensor
