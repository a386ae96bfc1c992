# law: as specified
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        of = {id(x): d for x, d in zip(args, dims)}
        sizes = {x.shape[of[id(x)]] for x in args if of[id(x)] is not None}
        if len(sizes) != 1:
            raise ValueError("the sizes differ, or nothing is cut")
        y = f(*[x if of[id(x)] is None else Batch(x.movedim(of[id(x)], 0)) for x in args])
        whole = y.whole if isinstance(y, Batch) else y.expand((sizes.pop(), *y.shape))
        return whole.movedim(0, out_dims)
    return mapped
