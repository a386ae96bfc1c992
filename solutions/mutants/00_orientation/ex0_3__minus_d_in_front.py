# law: slopes
def mended_slopes(a, d, w):
    # The derivative along t in place of d. Agrees where d is t.
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    along = fade * np.cos(turn), -d * a * fade * np.cos(turn), -t * a * fade * np.sin(turn)
    return np.array([np.mean(twice * each) for each in along])
