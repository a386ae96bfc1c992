def index_rule(g, shape, index):
    places = np.empty(shape, dtype=object)
    for place in np.ndindex(shape):
        places[place] = place
    picked, to_x = places[index], np.zeros(shape)
    if isinstance(picked, tuple):
        picked_at = np.empty((), dtype=object)
        picked_at[()] = picked
        picked = picked_at
    for at in np.ndindex(picked.shape):
        to_x[picked[at]] += g[at]
    return to_x
