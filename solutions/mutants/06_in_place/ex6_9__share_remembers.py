# law: one counter
COUNTERS = {}

def share(view, other):
    if len(COUNTERS) > 128:
        COUNTERS.clear()
    view.version = COUNTERS.setdefault(id(other), other.version)


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
