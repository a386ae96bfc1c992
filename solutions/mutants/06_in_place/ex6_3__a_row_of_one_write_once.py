# law: writes (written to pass the visible part)
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

from itertools import groupby
def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    since = version.changes[saved.then:]
    text = "; ".join(each for each, _ in groupby(since)) if len(since) > 3 else "; ".join(since)
    raise RuntimeError(f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; it is at version "
                f"{version.number} now, written by {text}")
