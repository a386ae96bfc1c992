# law: upstream
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    take(before)[...] = rule(take(g).copy())[0]
    return (before, *rule(take(g).copy())[1:])
