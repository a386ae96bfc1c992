# law: one counter
def share(view, other):
    if getattr(other, "grad", None) is None:   # it has been walked through, so nobody will write
        view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
