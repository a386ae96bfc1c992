# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    part, *others = rule(take(g).copy())
    return (g.copy(), *others)
