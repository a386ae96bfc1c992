def vmap(f, in_dims=0, out_dims=0):
    def to_front(x, d):
        d = d % x.ndim
        return x.permute([d] + [k for k in range(x.ndim) if k != d])

    def mapped(*args):
        dims = list(in_dims) if isinstance(in_dims, tuple) else [in_dims for _ in args]
        counts = [x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None]
        if not counts:
            raise ValueError("nothing to map over")
        if any(count != counts[0] for count in counts):
            raise ValueError("different numbers of slices")
        given = []
        for x, d in zip(args, dims, strict=True):
            given.append(x if d is None else Batch(to_front(x, d)))
        result = f(*given)
        if not isinstance(result, Batch):
            result = Batch(mg.broadcast_to(result, (counts[0], *result.shape)))
        return mg.movedim(result.whole, 0, out_dims)

    return mapped
