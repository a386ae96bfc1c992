# law: averages
# Every dimension has size 1 already.
tests = [([[[5]]], (1, 1), [[5]]), ([[[-2]]], (), -2)]
