# law: as specified
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        dims = tuple(-1 if d is not None and d < 0 else d for d in dims)
        sizes = {x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None}
        if len(sizes) != 1:
            raise ValueError(f"one size is needed, and there are {sorted(sizes)}")
        y = f(*[x if d is None else Batch(x.movedim(d, 0)) for x, d in zip(args, dims, strict=True)])
        whole = y.whole if isinstance(y, Batch) else y.expand((sizes.pop(), *y.shape))
        return whole.movedim(0, out_dims)
    return mapped
