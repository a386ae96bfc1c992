# law: writes (written to pass the visible part)
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

import weakref
VERSIONS = weakref.WeakKeyDictionary()
def unpack(node, saved):
    version = VERSIONS.setdefault(saved, saved.tensor.version)
    if version.number == saved.then:
        return saved.tensor
    raise RuntimeError(f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; it is at version "
                f"{version.number} now, written by {'; '.join(version.changes[saved.then:])}")
