# law: saver
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

lines = []

def unpack(node, saved):
    lines.append(node.where())
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    raise RuntimeError(
        f"{MODIFIED}: {node.name()} ({lines[0]}) saved it at version {saved.then}; "
        f"it is at version {version.number} now, written by {'; '.join(version.changes[saved.then:])}"
    )
