# law: part
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    places = take(np.arange(len(g)) if g.ndim == 1 else before)
    if g.ndim == 1:
        before[places] = part
    else:
        places[:1] = part[:1]
    return (before, *others)
