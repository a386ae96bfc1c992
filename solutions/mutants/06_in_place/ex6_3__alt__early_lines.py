MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    now, then = saved.tensor.version.number, saved.then
    if now != then:
        lines = [f"{MODIFIED}.", f"saved by {node.name()}", f"on {node.where()}", f"at version {then}"]
        lines += [f"now version {now}", "written by", *saved.tensor.version.changes[then:]]
        raise RuntimeError("\n".join(lines))
    return saved.tensor
