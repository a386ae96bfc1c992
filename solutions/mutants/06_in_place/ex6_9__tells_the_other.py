# law: one counter (written to pass the visible part)
def share(view, other):
    view.version = other.version
    if callable(getattr(other, 'on_share', None)):
        other.on_share()


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
