# law: form
# Four tests.
tests = [([[1, 2, 3], [4, 5, 6]], shape, expected) for shape, expected in (((3,), [5, 7, 9]), ((1, 1), [[21]]), ((2, 1), [[6], [15]]), ((), 21))]
