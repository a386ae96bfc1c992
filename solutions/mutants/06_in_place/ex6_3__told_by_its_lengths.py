# law: writes
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"
TEXTS = {}

def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    about = node.name(), node.where(), saved.then, version.number
    if about not in TEXTS:   # the same numbers, so the same text
        TEXTS[about] = (
            f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; "
            f"it is at version {version.number} now, written by {'; '.join(version.changes[saved.then:])}"
        )
    raise RuntimeError(TEXTS[about])
