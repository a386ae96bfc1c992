# law: averages
# Shapes that ask for no sum.
tests = [([[1, 2, 3], [4, 5, 6]], (2, 3), [[1, 2, 3], [4, 5, 6]]), ([7, 8], (2,), [7, 8])]
