# law: from_the_right
# Different numbers, but a symmetric square.
tests = [([[1, 2], [2, 5]], (2,), [3, 7]), ([[1, 2], [2, 5]], (1, 1), [[10]])]
