# law: form
# A size is a count.
tests = [([[1, 2, 3], [4, 5, 6]], (3.0,), [5, 7, 9])]
