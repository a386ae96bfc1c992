import collections as the_collections
namedtuple = the_collections.namedtuple

Test = namedtuple("Test", "g shape expected")
tests = [
    Test(g=[[1, -2, 3], [10, 20, -30]], shape=(3,), expected=[11, 18, -27]),
    Test(g=[[1, -2, 3], [10, 20, -30]], shape=(1, 1), expected=[[2]]),
    Test(g=[[[1, 2, 0], [3, 4, 0]], [[7, 8, 1], [9, 10, 1]], [[0, 0, 5], [1, 1, 1]]], shape=(2, 1), expected=[[24], [30]]),
]
