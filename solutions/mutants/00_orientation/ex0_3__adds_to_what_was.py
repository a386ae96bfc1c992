# law: slopes
total = np.zeros(3)


def mended_slopes(a, d, w):
    # Adds to the slopes of earlier calls.
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    along = fade * np.cos(turn), -t * a * fade * np.cos(turn), -t * a * fade * np.sin(turn)
    for index, each in enumerate(along):
        total[index] += np.mean(twice * each)
    return total.copy()
