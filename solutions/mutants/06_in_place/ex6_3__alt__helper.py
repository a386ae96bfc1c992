MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def writes_since(version, then):
    return [by for number, by in enumerate(version.changes, 1) if number > then]

def unpack(node, saved):
    version = saved.tensor.version
    new = writes_since(version, saved.then)
    if new:
        raise RuntimeError(
            "%s: %s at %s has saved version %d, version %d is there, by %s"
            % (MODIFIED, node.name(), node.where(), saved.then, version.number, " and ".join(new))
        )
    return saved.tensor
