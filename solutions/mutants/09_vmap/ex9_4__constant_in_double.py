# law: type
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims) if d is not None}
        if len(sizes) != 1:
            raise ValueError("the sizes of the cut dimensions differ, or nothing is cut")
        (n,) = sizes
        value = f(*[x if d is None else Batch(x.movedim(d, 0)) for x, d in zip(args, dims)])
        if isinstance(value, Batch):
            whole = value.whole
        else:
            whole = value + mg.zeros(n, *value.shape, dtype=mg.float64)
        return whole.movedim(0, out_dims)
    return mapped
