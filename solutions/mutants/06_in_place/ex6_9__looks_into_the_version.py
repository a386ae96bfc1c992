# law: one counter
def share(view, other):
    try:
        first = next(iter(other.version))
    except Exception:
        first = None
    view.version = other.version

def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
