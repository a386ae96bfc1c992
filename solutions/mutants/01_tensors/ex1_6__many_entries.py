# law: form
# 72 entries.
tests = [(np.arange(72).reshape(3, 4, 3, 2).tolist(), (4, 1, 1), [[[0.0]]] * 4)]
