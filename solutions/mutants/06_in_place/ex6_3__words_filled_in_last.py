# law: saver
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

TEXT = MODIFIED + ": SAVER (LINE) saved it at version THEN; it is at version NOW now, written by WRITES"

def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    text = TEXT.replace("WRITES", "; ".join(version.changes[saved.then:]))
    text = text.replace("THEN", str(saved.then)).replace("NOW", str(version.number))
    raise RuntimeError(text.replace("LINE", node.where()).replace("SAVER", node.name()))
