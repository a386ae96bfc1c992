inputs = {
    "mul": ([[1], [2], [3], [4]], np.array([1, -2, 3])),
    "div": (list(range(-1, 11)), [-1 - k / 2 for k in range(12)]),
    "matmul": ([[1, 2], [0, 1]], [[0, 3], [1, 0]]),
    "mean": ([[1], [2]],),
    "prod": ([0] + [1, -1] * 5 + [2],),
    "largest": ([k - 9 for k in range(12)],),
    "clamp": ([(k - 5.5) / 2 for k in range(12)],),
}
