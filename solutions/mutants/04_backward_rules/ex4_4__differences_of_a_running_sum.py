# law: picked (written to pass the visible part)
def index_rule(g, shape, index):
    n = int(np.prod(shape))
    places = np.ravel(np.arange(n).reshape(shape)[index])
    order = np.argsort(places, kind="stable")
    running = np.concatenate([[0.0], np.cumsum(np.ravel(g)[order])])
    ends = np.searchsorted(places[order], np.arange(n), side="right")
    starts = np.searchsorted(places[order], np.arange(n), side="left")
    return (running[ends] - running[starts]).reshape(shape)
