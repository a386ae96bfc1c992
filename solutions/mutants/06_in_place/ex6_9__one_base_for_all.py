# law: kept
def share(view, other):
    view.version = other.version


buffers = {}


def write_view(g, take, rule):
    before = buffers.setdefault(g.shape, g.copy())
    before[...] = g
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
