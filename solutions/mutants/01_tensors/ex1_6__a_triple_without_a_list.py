# law: form
# One triple, and no list around it.
tests = ([[1, 2, 3], [4, 5, 6]], (3,), [5, 7, 9])
