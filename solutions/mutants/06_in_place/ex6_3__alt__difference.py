MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    tensor, then = saved.tensor, saved.then
    new = tensor.version.number - then
    if new:
        changes = ", then ".join(tensor.version.changes[-new:])
        raise RuntimeError(f"{MODIFIED} ({node.name()}; {node.where()}; version {then}, version {then + new}; {changes})")
    return tensor
