# law: legal
# (2,) does not broadcast to (2, 3).
tests = [([[1, 2, 3], [4, 5, 6]], (2,), [6, 15])]
