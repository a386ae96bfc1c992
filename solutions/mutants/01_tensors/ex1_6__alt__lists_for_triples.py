g = [[[np.float64(1.5), 2, 3], [4, 5, 6]], [[7, 8, np.int64(9)], [10, -11, 12]]]
tests = list()
tests.append([g, (2, 1), [[30.5], [26]]])
tests.append([g, (1, 1), [[np.float64(56.5)]]])
