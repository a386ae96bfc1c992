def share(view, other):
    setattr(view, "version", other.version)
    return view

def write_view(g, take, rule):
    parts = rule(1.0 * take(g))
    before = np.array(g)
    place = take(before)
    np.copyto(place, parts[0])
    return (before,) + tuple(parts[1:])
