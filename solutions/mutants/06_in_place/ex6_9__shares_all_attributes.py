# law: one counter
def share(view, other):
    view.__dict__.update(other.__dict__)


def write_view(g, take, rule):
    out = g.copy()
    first, *others = rule(take(g).copy())
    take(out)[...] = first
    return (out, *others)
