# law: sizes
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = [None if d is None else x.shape[d] for x, d in zip(args, dims)]
        if all(size is None for size in sizes):
            raise ValueError("nothing is cut")
        for one, other in zip(sizes, sizes[1:]):
            if one is not None and other is not None and one != other:
                raise ValueError("sizes differ")
        n = next(size for size in sizes if size is not None)
        value = f(*[x if d is None else Batch(x.movedim(d, 0)) for x, d in zip(args, dims)])
        whole = value.whole if isinstance(value, Batch) else value.expand(n, *value.shape)
        return whole.movedim(0, out_dims)
    return mapped
