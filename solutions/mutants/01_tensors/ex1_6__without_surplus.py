# law: from_the_right
# Only stretched dimensions.
tests = [([[1, 2, 3], [4, 5, 6]], (2, 1), [[6], [15]]), ([[1, 2, 3], [4, 5, 6]], (1, 1), [[21]])]
