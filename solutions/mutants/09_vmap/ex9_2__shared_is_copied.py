# law: whole
def vmap_loop(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims) if d is not None}
        if len(sizes) != 1:
            raise ValueError("the sizes differ, or nothing is cut")
        return mg.stack([f(*[x.clone() if d is None else x.select(d, k) for x, d in zip(args, dims)])
                         for k in range(sizes.pop())], out_dims)
    return mapped
