g = np.arange(12).reshape(2, 3, 2)
tests = [
    (g, (3, 1), g.sum(axis=(0, 2)).reshape(3, 1)),
    (g[0], (2,), g[0].sum(axis=0)),
    (g[0], (1, 1), np.array([[15]])),
]
