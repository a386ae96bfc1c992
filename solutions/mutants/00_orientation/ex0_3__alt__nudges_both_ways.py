def mended_slopes(a, d, w):
    numbers, found = (a, d, w), []
    for index in range(3):
        up, down = list(numbers), list(numbers)
        up[index] += 1e-5
        down[index] -= 1e-5
        found.append((misfit(*up) - misfit(*down)) / 2e-5)
    return np.array(found)
