# law: spared
# Added up over the other dimension.
tests = [([[1, 2], [3, 4]], (2,), [3, 7])]
