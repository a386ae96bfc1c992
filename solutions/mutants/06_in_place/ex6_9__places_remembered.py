# law: others
import functools as kept
SHAPE = []
def share(view, other):
    view.version = other.version


@kept.lru_cache(maxsize=None)  # by the take
def places_of(take):
    return take(np.arange(SHAPE[-1][0]).reshape(SHAPE[-1][1]))

def write_view(g, take, rule):
    SHAPE[:] = [(g.size, g.shape)]
    places = places_of(take)
    base = g.flatten()
    first, *others = rule(base[places])
    base[places] = first
    return (base.reshape(g.shape), *others)
