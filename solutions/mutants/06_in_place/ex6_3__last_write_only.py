# law: writes
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    raise RuntimeError(
        f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; "
        f"it is at version {version.number} now, written by {'; '.join(version.changes[-1:])}"
    )
