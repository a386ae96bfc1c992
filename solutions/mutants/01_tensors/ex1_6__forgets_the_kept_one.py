# law: spared
# Right numbers, wrong shape.
tests = [([[1, 2, 3], [4, 5, 6]], (2, 1), [6, 15])]
