def nudged(f, x):
    x = np.array(x, dtype=float)
    def at(flat):
        return np.asarray(f(flat.reshape(x.shape))).reshape(-1)
    columns = [(at(x.reshape(-1) + 0.25 * unit) - at(x.reshape(-1))) * 4 for unit in np.eye(x.size)]
    return np.stack(columns, axis=1).tolist()

tables = {
    "cumsum": nudged(np.cumsum, [3, 1, 2]),
    "sort": nudged(np.sort, [3, 1, 2]),
    "transpose": nudged(np.transpose, [[3, 1, 2], [4, 6, 5]]),
    "convolution": nudged(lambda x: 2 * x[:-1] - x[1:], [3, 1, 2, 5]),
}
