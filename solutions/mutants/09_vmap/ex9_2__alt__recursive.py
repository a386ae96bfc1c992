def vmap_loop(f, in_dims=0, out_dims=0):
    def spread(args):
        return in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)

    def size_of(args):
        size = None
        for x, d in zip(args, spread(args), strict=True):
            if d is None:
                continue
            if size is not None and x.shape[d] != size:
                raise ValueError(f"{x.shape[d]} slices, and {size}")
            size = x.shape[d]
        if size is None:
            raise ValueError("nothing to cut")
        return size

    def from_(k, n, args):
        if k == n:
            return []
        one = f(*[x if d is None else mg.select(x, d, k) for x, d in zip(args, spread(args), strict=True)])
        return [one, *from_(k + 1, n, args)]

    return lambda *args: mg.stack(from_(0, size_of(args), args), out_dims)
