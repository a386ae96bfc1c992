# law: as specified
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None}
        if len(sizes) != 1:
            raise ValueError(f"cut dimensions of the sizes {sorted(sizes)}")
        (size,) = sizes
        came = f(*[x if d is None else Batch(x.movedim(-1, 0) if d == -1 else x.transpose(d, 0)) for x, d in zip(args, dims, strict=True)])
        whole = came.whole if isinstance(came, Batch) else came.expand(size, *came.shape)
        return whole.movedim(0, out_dims)
    return mapped
