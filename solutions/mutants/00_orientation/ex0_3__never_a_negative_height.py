# law: slopes
def mended_slopes(a, d, w):
    # Takes the height for a length.
    a = abs(a)
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    along = fade * np.cos(turn), -t * a * fade * np.cos(turn), -t * a * fade * np.sin(turn)
    return np.array([np.mean(twice * each) for each in along])
