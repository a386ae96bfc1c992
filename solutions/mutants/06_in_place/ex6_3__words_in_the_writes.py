# law: writes
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    since = f"it is at version NOW now, written by {'; '.join(version.changes[saved.then:])}"
    since = since.replace("NOW", str(version.number))
    raise RuntimeError(f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; {since}")
