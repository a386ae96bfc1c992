# law: form
# In another order 1e17 swallows the 1, and a right program is refused.
tests = [
    ([[1, 2, 3], [10, 20, 30]], (3,), [11, 22, 33]),
    ([[1e17, 1, -1e17]], (1, 1), [[0]]),
    ([[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[1, 0], [0, 4]]], (1, 1), [[41]]),
]
