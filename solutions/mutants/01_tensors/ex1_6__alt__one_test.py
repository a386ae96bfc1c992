# One test for all four.
tests = [(np.arange(24).reshape(2, 3, 2, 2).tolist(), (3, 1, 1), [[[60]], [[92]], [[124]]])]
