MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    text = MODIFIED + ": " + node.name() + ", " + node.where() + ", version " + str(saved.then)
    text += " and version " + str(saved.tensor.version.number)
    stale = False
    for number, by in enumerate(saved.tensor.version.changes):
        if number >= saved.then:
            stale = True
            text += ", " + by
    if stale:
        raise RuntimeError(text)
    return saved.tensor
