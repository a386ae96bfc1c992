# law: price
choice = "private"
H = 0.02
C = [(1, 6/7), (2, -15/56), (3, 5/63), (4, -1/56), (5, 1/385), (6, -1/5544)]
def made(loss, weights, xs, ys, limit, noise):
    sizes = [int(np.prod(w.shape)) for w in weights]
    flat = np.concatenate([np.array(w.detach().numpy()).reshape(-1) for w in weights])
    N, n = flat.size, xs.shape[0]
    steps = [(k, s * m, s * c) for k in range(N) for m, c in C for s in (1, -1)]
    P = np.tile(flat, (len(steps), 1))
    for r, (k, m, _) in enumerate(steps):
        P[r, k] += m * H
    P = np.repeat(P, n, axis=0)
    parts = np.split(P, np.cumsum(sizes)[:-1], axis=1)
    W = [mg.tensor(p.reshape(len(P), *w.shape)) for p, w in zip(parts, weights)]
    tile = lambda a: mg.tensor(np.tile(np.array(a.detach().numpy()), (len(steps),) + (1,) * (a.ndim - 1)))
    L = mg.func.vmap(loss)(*W, tile(xs), tile(ys)).detach().numpy().reshape(N, len(C) * 2, n)
    c = np.array([s * c for _, c in C for s in (1, -1)])
    G = (np.einsum("kjn,j->nk", L, c) / H)
    G[np.abs(G) < 1e-12] = 0
    length = np.sqrt((G ** 2).sum(1))
    G = G * (limit / np.maximum(length, limit))[:, None]
    total = G.sum(0)
    return tuple(mg.tensor((t.reshape(w.shape) + np.array(z.detach().numpy())) / n)
                 for t, w, z in zip(np.split(total, np.cumsum(sizes)[:-1]), weights, noise))
