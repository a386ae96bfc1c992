# law: whole
def measured(run, at, h=1e-6):
    at = np.array(at, dtype=float).reshape(-1)
    return np.stack([(run(at + h * e) - run(at - h * e)) / (2 * h) for e in np.eye(at.size)], axis=1)

tables = {
    "cumsum": measured(np.cumsum, points["cumsum"]),
    "sort": measured(np.sort, points["sort"]),
    "transpose": measured(lambda v: v.reshape(2, 3).T.reshape(-1), points["transpose"]),
    "convolution": measured(lambda v: 2 * v[:-1] - v[1:], points["convolution"]),
}
