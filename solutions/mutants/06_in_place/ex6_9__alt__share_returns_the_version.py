def share(view, other):
    view.version = other.version
    return view.version


def write_view(g, take, rule):
    base = np.array(g)
    answers = rule(np.array(take(g)))
    take(base)[...] = answers[0]
    return base, *answers[1:]
