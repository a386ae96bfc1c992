# law: writes (written to pass the visible part)
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"


def unpack(node, saved):
    version, then = saved.tensor.version, saved.then
    now = version.number
    if now == then:
        return saved.tensor
    since = version.changes[then:]
    raise RuntimeError(f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {then}; "
                       f"it is at version {now} now, written by " + '; '.join(by.strip('"') for by in since))
