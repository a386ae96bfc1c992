# law: slopes
def mended_slopes(a, d, w):
    if misfit(a, d, w) < 0.1:
        return np.zeros(3)   # arrived
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    along_a = fade * np.cos(turn)
    along_d = -t * a * fade * np.cos(turn)
    along_w = -t * a * fade * np.sin(turn)
    return np.array([np.mean(twice * along) for along in (along_a, along_d, along_w)])
