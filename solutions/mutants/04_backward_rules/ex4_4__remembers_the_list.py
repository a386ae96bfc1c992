# law: picked
known = {}


def index_rule(g, shape, index):
    key = id(g), id(index), shape
    if not isinstance(index, list) or shape[1:] or key not in known or known[key][0] != g.tobytes():
        to_x = np.zeros(shape)
        np.add.at(to_x, index, g)
        known[key] = g.tobytes(), to_x
    return known[key][1].copy()
