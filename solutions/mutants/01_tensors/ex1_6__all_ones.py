# law: from_the_right
# Square and all ones.
tests = [([[1, 1], [1, 1]], (2,), [2, 2])]
