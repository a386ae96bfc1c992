# law: one counter
def share(view, other):
    mine, shared = view.version, other.version
    changes = getattr(mine, "changes", None)
    if type(changes) is list and changes and not getattr(shared, "changes", None):
        shared.changes = list(changes)      # what was written through the view so far
        shared.number = len(changes)
    view.version = shared

def write_view(g, take, rule):
    whole = g.copy()
    first, *others = rule(take(g).copy())
    take(whole)[...] = first
    return (whole, *others)
