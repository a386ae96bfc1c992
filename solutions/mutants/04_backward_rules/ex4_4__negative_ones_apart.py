# law: picked
def index_rule(g, shape, index):
    to_x = np.zeros(shape)
    if not isinstance(index, list):
        np.add.at(to_x, index, g)
        return to_x
    found = {}
    for place, share in zip(index, g):
        found[place] = found.get(place, 0.0) + share
    for place, share in found.items():
        to_x[place] = share
    return to_x
