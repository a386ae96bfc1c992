# law: stacked
def vmap_loop(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims) if d is not None}
        if len(sizes) != 1:
            raise ValueError("cut dimensions must exist and have one size")
        (size,) = sizes
        results = []
        for k in range(size):
            results.append(f(*[x if d is None else x.select(d, k) for x, d in zip(args, dims)]))
        if results[0].shape == () and not results[0].requires_grad:
            return mg.tensor([each.item() for each in results])
        return mg.stack(results, out_dims)
    return mapped
