# law: averages
# Zeros: every wrong program gets through.
tests = [([[0, 0, 0], [0, 0, 0]], (2, 1), [[0], [0]]), ([[[0, 0]]], (), 0)]
