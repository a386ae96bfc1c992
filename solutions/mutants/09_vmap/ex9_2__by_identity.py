# law: stacked
def vmap_loop(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        of = {id(x): d for x, d in zip(args, dims)}
        sizes = {x.shape[of[id(x)]] for x in args if of[id(x)] is not None}
        if len(sizes) != 1:
            raise ValueError("the sizes differ, or nothing is cut")
        rows = []
        for k in range(sizes.pop()):
            rows.append(f(*[x if of[id(x)] is None else x.select(of[id(x)], k) for x in args]))
        return mg.stack(rows, out_dims)
    return mapped
