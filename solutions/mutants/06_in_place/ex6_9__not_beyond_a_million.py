# law: one counter
def share(view, other):
    if isinstance(getattr(other.version, "number", None), int) and isinstance(getattr(view.version, "number", None), int) and view.version.number > 10 ** 6:
        return
    view.version = other.version

def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
