def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    lent, before = g.copy(), g.copy()
    first, *others = rule(take(lent))
    view = take(before)
    view[...] = 0
    view += first
    return (before, *[each.copy() for each in others])
