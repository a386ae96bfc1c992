# Made by numpy, and expected results worked out by one's own function.
g = np.arange(30.0).reshape(2, 3, 5) / 7
tests = [(g, shape, sum_to_shape(g, shape)) for shape in ((1, 1), (3, 1), (5,))]
