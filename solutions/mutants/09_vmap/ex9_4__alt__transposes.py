def vmap(f, in_dims=0, out_dims=0):
    def cut(x, d):
        if d is None:
            return x
        d %= x.ndim
        while d > 0:
            x = x.transpose(d, d - 1)
            d -= 1
        return Batch(x)

    def mapped(*args):
        dims = in_dims if type(in_dims) is tuple else (in_dims,) * len(args)
        given = [cut(x, d) for x, d in zip(args, dims, strict=True)]
        sizes = {len(each.whole) for each in given if isinstance(each, Batch)}
        if len(sizes) != 1:
            raise ValueError("sizes")
        (size,) = sizes
        y = f(*given)
        whole = y.whole if isinstance(y, Batch) else y.unsqueeze(0).expand((size, *y.shape))
        k = 0
        while k < out_dims % whole.ndim:
            whole = whole.transpose(k, k + 1)
            k += 1
        return whole

    return mapped
