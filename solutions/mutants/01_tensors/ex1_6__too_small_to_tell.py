# law: averages
# Right, and so small that nobody can tell a mean from a sum.
tests = [([[1e-8, 2e-8, 3e-8], [4e-8, 5e-8, 6e-8]], (1,), [21e-8])]
