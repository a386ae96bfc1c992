# law: saver (written to pass the visible part)
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    version, then = saved.tensor.version, saved.then
    if version.number == then:
        return saved.tensor
    name, where, since = node.name(), node.where(), version.changes[then:]
    raise RuntimeError(f"{MODIFIED}: {name} ({where[:499]}) saved it at version {then}; "
                       f"it is at version {version.number} now, written by " + "; ".join(since))
