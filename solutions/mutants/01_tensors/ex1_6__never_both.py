# law: stretched_first
# Two stretched dimensions, but none in front of them.
tests = [([[1, 2, 3], [4, 5, 6]], (3,), [5, 7, 9]), ([[1, 2, 3], [4, 5, 6]], (1, 1), [[21]])]
