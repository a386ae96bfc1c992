# The mean of nothing is no number, which catches the first; the second test catches the others.
tests = [
    [[], (1,), [0]],
    [[[[1, 2], [3, 4], [5, 6]], [[10, 20], [30, 40], [50, 60]]], (1, 1), [[231]]],
    [[[[1, 2], [3, 4], [5, 6]], [[10, 20], [30, 40], [50, 60]]], (3, 1), [[33], [77], [121]]],
]
