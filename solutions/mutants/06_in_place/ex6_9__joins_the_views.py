# law: one counter (written to pass the visible part)
def share(view, other):
    view.version = other.version
    views = getattr(other, 'views', None)
    if isinstance(views, list):
        views.append(view)


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
