class vmap:
    def __init__(self, f, in_dims=0, out_dims=0):
        self.f, self.in_dims, self.out_dims = f, in_dims, out_dims

    def __call__(self, *args):
        dims = self.in_dims
        if dims is None or isinstance(dims, int):
            dims = [dims] * len(args)
        n = None
        for x, d in zip(args, dims, strict=True):
            if d is not None and n is None:
                n = x.shape[d]
            if d is not None and x.shape[d] != n:
                raise ValueError("not one size")
        if n is None:
            raise ValueError("no slices")
        y = self.f(*[Batch(x.movedim(d, 0)) if d is not None else x for x, d in zip(args, dims, strict=True)])
        if isinstance(y, Batch):
            return y.whole.movedim(0, self.out_dims)
        return (y.unsqueeze(0) * mg.ones(n, *[1] * y.ndim, dtype=y.dtype)).movedim(0, self.out_dims)
