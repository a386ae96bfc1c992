MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"
def unpack(node, saved):
    """The tensor, if nobody has written into it since it was saved."""
    now, changes = saved.tensor.version.number, tuple(saved.tensor.version.changes)
    parts = (MODIFIED + ".", "Saved by", node.name(), "at", node.where(), "when it was version", f"{saved.then},",
             "but now it is version", f"{now}.", "Written:", *changes[saved.then:])
    refusal = RuntimeError(" ".join(parts))
    try:
        if now != saved.then:
            raise refusal
        return saved.tensor
    finally:
        del refusal
