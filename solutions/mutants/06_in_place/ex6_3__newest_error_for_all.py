# law: numbers
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

last = []

def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    last[:1] = last[:1] or [version.number]
    raise RuntimeError(
        f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; "
        f"it is at version {last[0]} now, written by {'; '.join(version.changes[saved.then:])}"
    )
