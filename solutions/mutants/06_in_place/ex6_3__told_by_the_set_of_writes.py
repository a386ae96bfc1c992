# law: writes (written to pass the visible part)
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"
TEXTS = {}
def unpack(node, saved):
    version, then = saved.tensor.version, saved.then
    now = version.number
    if now == then:
        return saved.tensor
    name, where, since = node.name(), node.where(), version.changes[then:]
    key = name, where, then, now, frozenset(since)
    if key not in TEXTS:
        TEXTS[key] = (f"{MODIFIED}: {name} ({where}) saved it at version {then}; "
                      f"it is at version {now} now, written by " + "; ".join(since))
    raise RuntimeError(TEXTS[key])
