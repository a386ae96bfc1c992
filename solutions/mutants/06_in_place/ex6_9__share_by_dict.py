# law: one counter
def share(view, other):
    vars(view)["version"] = vars(other)["version"]


def write_view(g, take, rule):
    base = g.copy()
    first, *others = rule(take(g).copy())
    take(base)[...] = first
    return (base, *others)
