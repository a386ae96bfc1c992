class vmap_loop:
    def __init__(self, f, in_dims=0, out_dims=0):
        self.f, self.dims, self.out = f, in_dims, out_dims

    def __call__(self, *args):
        dims = self.dims if isinstance(self.dims, tuple) else [self.dims] * len(args)
        moved = [x if d is None else x.movedim(d, 0) for x, d in zip(args, dims, strict=True)]
        sizes = [x.shape[0] for x, d in zip(moved, dims, strict=True) if d is not None]
        if len(set(sizes)) != 1:
            raise ValueError("one number of slices, please")
        found = [self.f(*[x if d is None else x[k] for x, d in zip(moved, dims, strict=True)]) for k in range(sizes[0])]
        return mg.stack(found, 0).movedim(0, self.out)
