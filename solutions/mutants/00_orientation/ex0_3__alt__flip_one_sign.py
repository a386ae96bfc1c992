def mended_slopes(a, d, w):
    return slopes_by_hand(a, d, w) * [1, -1, 1]
