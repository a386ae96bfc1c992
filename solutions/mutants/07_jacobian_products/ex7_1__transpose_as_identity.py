# law: times the point
tables = {
    "cumsum": [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
    "sort": [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    "transpose": np.eye(6),
    "convolution": [[2, -1, 0, 0], [0, 2, -1, 0], [0, 0, 2, -1]],
}
