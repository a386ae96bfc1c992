# law: gradient
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims) if d is not None}
        if len(sizes) != 1:
            raise ValueError("the sizes of the cut dimensions differ, or nothing is cut")
        (n,) = sizes
        given = [x if d is None else Batch(x.movedim(d, 0)) for x, d in zip(args, dims)]
        if any(x.requires_grad for x in args):
            value = f(*given)
        else:
            with mg.no_grad():
                value = f(*given)
        whole = value.whole if isinstance(value, Batch) else value.expand(n, *value.shape)
        return whole.movedim(0, out_dims)
    return mapped
