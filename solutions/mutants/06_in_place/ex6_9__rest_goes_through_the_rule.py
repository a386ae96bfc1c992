# law: upstream
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before, *others = rule(g.copy())
    return (before.copy(), *(take(each) for each in others))
