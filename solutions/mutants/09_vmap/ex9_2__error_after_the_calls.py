# law: sizes
def vmap_loop(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None}
        results = []
        for k in range(min(sizes, default=0)):
            slices = [x if d is None else x.select(d, k) for x, d in zip(args, dims, strict=True)]
            results.append(f(*slices))
        if len(sizes) != 1:
            raise ValueError("sizes differ")
        return mg.stack(results, out_dims)
    return mapped
