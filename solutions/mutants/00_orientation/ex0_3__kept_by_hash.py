# law: slopes
def all_three(a, d, w):
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    along_a = fade * np.cos(turn)
    along_d = -t * a * fade * np.cos(turn)
    along_w = -t * a * fade * np.sin(turn)
    return np.array([np.mean(twice * along) for along in (along_a, along_d, along_w)])

known = {}

def mended_slopes(a, d, w):
    key = hash((a, d, w))
    if key not in known:
        known[key] = all_three(a, d, w)
    return known[key].copy()
