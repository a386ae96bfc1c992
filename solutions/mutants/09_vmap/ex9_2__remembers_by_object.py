# law: stacked
def vmap_loop(f, in_dims=0, out_dims=0):
    known = {}

    def mapped(*args):
        key = tuple(id(x) for x in args)
        if key not in known:
            known[key] = work(*args), args
        return known[key][0]

    def work(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None}
        if len(sizes) != 1:
            raise ValueError(f"one size is needed, and there are {sorted(sizes)}")
        results = []
        for k in range(sizes.pop()):
            slices = [x if d is None else x.select(d, k) for x, d in zip(args, dims, strict=True)]
            results.append(f(*slices))
        return mg.stack(results, out_dims)
    return mapped
