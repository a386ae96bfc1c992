# law: one counter (written to pass the visible part)
def share(view, other):
    view.version = other.version
    if isinstance(view, tape.Tensor):
        view.requires_grad = other.requires_grad


def write_view(g, take, rule):
    base = g.copy()
    first, *others = rule(take(g).copy())
    take(base)[...] = first
    return (base, *others)
