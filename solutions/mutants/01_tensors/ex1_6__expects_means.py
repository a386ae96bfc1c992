# law: spared
# Expects what the wrong program gives.
tests = [([[1, 2, 3], [4, 5, 6]], (3,), [2.5, 3.5, 4.5])]
