# law: picked (written to pass the visible part)
def index_rule(g, shape, index):
    out = np.zeros(shape)
    if isinstance(index, tuple) and len(index) == 2 and all(isinstance(i, list) and len(i) == np.size(g) for i in index):
        sums = {}
        for place, share in zip(zip(*index), g):
            sums[place] = sums.get(place, 0.0) + share
        out[tuple(np.array([p[d] for p in sums]) for d in (0, 1))] += np.array(list(sums.values()))
    else:
        np.add.at(out, index, g)
    return out
