# law: only_the_first
# Front here, one stretched dimension there.
tests = [([[1, 2, 3], [4, 5, 6]], (3,), [5, 7, 9]), ([[1, 2, 3], [4, 5, 6]], (2, 1), [[6], [15]])]
