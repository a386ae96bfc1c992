def vmap_loop(f, in_dims=0, out_dims=0):
    def of_all(*args):
        dims = in_dims
        if not isinstance(dims, tuple):
            dims = tuple(in_dims for _ in args)
        columns = [None if d is None else mg.unbind(x, d) for x, d in zip(args, dims, strict=True)]
        counts = [len(column) for column in columns if column is not None]
        if not counts or min(counts) != max(counts):
            raise ValueError("the arguments that are cut give different numbers of slices, or none is cut")
        values = []
        for k in range(counts[0]):
            values.append(f(*(x if column is None else column[k] for x, column in zip(args, columns, strict=True))))
        return mg.stack(values, dim=out_dims)
    return of_all
