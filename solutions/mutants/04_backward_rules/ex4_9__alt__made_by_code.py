import collections
numbers = [k - 3.5 for k in range(6)]
inputs = {
    "mul": ([[1.5], [-2]], [3, 0.5, -1]),
    "div": (numbers, numbers[::-1]),
    "matmul": ([[1, 2], [3, 4]], [[2, 5], [-1, 2]]),
    "mean": ([numbers[:3], numbers[3:]],),
    "prod": ([2, 0, 3],),
    "largest": (numbers[:4],),
    "clamp": ([-3, 0.5, 2],),
}
