# law: one counter
def share(view, other):
    if hasattr(view, '__dict__'):
        view.__dict__['version'] = other.version
    else:
        view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
