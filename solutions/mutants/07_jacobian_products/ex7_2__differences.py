# law: rows
def vjp(f, *primals):
    value = f(*primals)

    def pull(v):
        grads = []
        for k, x in enumerate(primals):
            entries = []
            for unit in mg.eye(x.numel(), dtype=x.dtype):
                h = 1e-4 * unit.reshape(x.shape)
                up = f(*primals[:k], x + h, *primals[k + 1:])
                down = f(*primals[:k], x - h, *primals[k + 1:])
                entries.append((v * (up - down)).sum() / 2e-4)
            grads.append(mg.stack(entries).reshape(x.shape) if entries else mg.zeros_like(x))
        return tuple(grads)

    return value.detach(), pull
