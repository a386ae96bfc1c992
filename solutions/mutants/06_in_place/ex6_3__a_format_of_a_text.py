# law: refuses
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"
def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    text = MODIFIED + ": " + node.name() + " (" + node.where() + ") saved it at version {}; it is at version {} now, "
    text += "written by " + "; ".join(version.changes[saved.then:])
    raise RuntimeError(text.format(saved.then, version.number))
