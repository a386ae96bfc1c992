# law: others
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    wide = [np.zeros_like(g) for _ in others]
    for one, other in zip(wide, others, strict=True):
        take(one)[...] = other
    return (before, *wide)
