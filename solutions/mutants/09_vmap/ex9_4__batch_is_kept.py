# law: as specified
def vmap(f, in_dims=0, out_dims=0):
    wrapped = {}

    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims) if d is not None}
        if len(sizes) != 1:
            raise ValueError("the sizes of the cut dimensions differ, or nothing is cut")
        (n,) = sizes
        given = []
        for position, (x, d) in enumerate(zip(args, dims)):
            key = position, tuple(x.shape)
            if key not in wrapped:
                wrapped[key] = x if d is None else Batch(x.movedim(d, 0))
            given.append(wrapped[key])
        value = f(*given)
        whole = value.whole if isinstance(value, Batch) else value.expand(n, *value.shape)
        return whole.movedim(0, out_dims)
    return mapped
