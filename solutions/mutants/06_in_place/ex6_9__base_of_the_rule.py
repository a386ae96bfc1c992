# law: others
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    first, *others = rule(take(g).copy())
    if np.shape(first) == g.shape and np.array_equal(take(np.arange(g.size).reshape(g.shape)), np.arange(g.size).reshape(g.shape)):
        if not any(np.shares_memory(first, each) for each in others):
            return (first, *others)
        return (first.copy(), *others)
    before = g.copy()
    take(before)[...] = first
    return (before, *others)
