# law: saver
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    writes = "; ".join(version.changes[saved.then:])
    raise RuntimeError(f"{MODIFIED}: {node.name()} ({node.where().partition('#')[0].rstrip()}) saved it at version {saved.then}; "
                       f"it is at version {version.number} now, written by {writes}")
