# law: shares
def sum_rule(g, shape, dim, keepdim):
    if dim is None:
        return np.ones(shape) * g.sum()
    if not keepdim:
        gone = [shape[d] for d in np.atleast_1d(dim)]
        kept, rest = [], list(g.shape)
        for n in shape:
            if rest and n == rest[0] and (len(rest) + len(gone) > len(shape) - len(kept) or n not in gone):
                kept.append(rest.pop(0))
            else:
                kept.append(1)
                gone.remove(n) if n in gone else None
        if np.prod(kept) != g.size or len(set(shape)) == len(shape) or len(set(shape)) == 1:
            g = np.expand_dims(g, dim)
        else:
            g = g.reshape(kept)
    return np.broadcast_to(g, shape)

def mean_rule(g, shape, dim, keepdim):
    count = np.prod([shape[d] for d in (range(len(shape)) if dim is None else np.atleast_1d(dim))])
    return sum_rule(g, shape, dim, keepdim) / max(count, 1)
