# law: as specified
def vmap(f, in_dims=0, out_dims=0):
    dims = in_dims if isinstance(in_dims, tuple) else (in_dims, in_dims)
    def mapped(*args):
        sizes = [x.shape[d] for x, d in zip(args, dims) if d is not None]
        if len(set(sizes)) != 1:
            raise ValueError(str(sizes))
        came = f(*(x if d is None else Batch(mg.movedim(x, d, 0)) for x, d in zip(args, dims)))
        whole = came.whole if isinstance(came, Batch) else came.expand(sizes[0], *came.shape)
        return mg.movedim(whole, 0, out_dims)
    return mapped
