# law: others
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    out = g.copy()
    part = take(out)
    first, *others = rule(part)
    others = [each.copy() if each is part else each for each in others]   # part is written now
    part[...] = first
    return (out, *others)
