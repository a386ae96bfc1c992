tables = dict(
    cumsum=np.tril(np.ones((3, 3))),
    sort=np.eye(3)[np.argsort([3, 1, 2])],
    transpose=np.eye(6).reshape(2, 3, 6).transpose(1, 0, 2).reshape(6, 6),
    convolution=2 * np.eye(3, 4) - np.eye(3, 4, k=1),
)
