# law: rest
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    if not g.flags.writeable:
        g = g.copy()
    before = g.copy()
    first, *others = rule(take(g).copy())
    others = [each.copy() for each in others]
    take(g)[...] = first
    base = g.copy()
    g[...] = before
    return (base, *others)
