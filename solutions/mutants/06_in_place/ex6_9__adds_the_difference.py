# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    base = g.copy()
    part = take(g).copy()
    first, *others = rule(part)
    place = take(base)
    place += first - part
    return (base, *others)
