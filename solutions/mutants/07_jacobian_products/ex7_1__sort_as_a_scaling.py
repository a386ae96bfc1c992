# law: whole
tables = {
    "cumsum": [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
    "sort": np.diag([1 / 3, 2, 3 / 2]),
    "transpose": np.eye(6)[[0, 3, 1, 4, 2, 5]],
    "convolution": [[2, -1, 0, 0], [0, 2, -1, 0], [0, 0, 2, -1]],
}
