# law: times the point
tables = {
    "cumsum": [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
    "sort": [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    "transpose": np.eye(6)[[0, 3, 1, 4, 2, 5]],
    "convolution": [[-1, 2, 0, 0], [0, -1, 2, 0], [0, 0, -1, 2]],
}
