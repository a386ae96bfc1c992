# law: sizes
def vmap_loop(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = [None if d is None else x.shape[d] for x, d in zip(args, dims)]
        known = [size for size in sizes if size is not None]
        if not known or any(a != b for a, b in zip(sizes, sizes[1:]) if None not in (a, b)):
            raise ValueError("the sizes differ, or nothing is cut")
        return mg.stack([f(*[x if d is None else x.select(d, k) for x, d in zip(args, dims)])
                         for k in range(known[0])], out_dims)
    return mapped
