# law: form
# Two rows of different lengths.
tests = [([[1, 2, 3], [4, 5]], (3,), [5, 7, 3])]
