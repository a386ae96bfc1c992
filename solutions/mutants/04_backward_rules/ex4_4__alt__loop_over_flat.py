from itertools import repeat

def index_rule(g, shape, index):
    flat = list(repeat(0.0, int(np.prod(shape))))
    where = np.arange(len(flat)).reshape(shape)[index]
    for place, share in zip(np.asarray(where).flat, np.asarray(g).flat):
        flat[place] = flat[place] + share
    return np.array(flat).reshape(shape)
