# law: whole
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims) if d is not None}
        if len(sizes) != 1:
            raise ValueError("cut dimensions must exist and have one size")
        (size,) = sizes
        out = f(*[(x if x.requires_grad else x.contiguous()) if d is None else Batch(x.movedim(d, 0)) for x, d in zip(args, dims)])
        if isinstance(out, Batch):
            whole = out.whole
        else:
            whole = out.expand(size, *out.shape)
        return whole.movedim(0, out_dims)
    return mapped
