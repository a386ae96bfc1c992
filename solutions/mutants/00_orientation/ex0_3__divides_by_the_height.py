# law: slopes
def mended_slopes(a, d, w):
    # The position over a is no number where a is 0.
    position = swing(a, d, w)
    inside = [position / a, -t * position, -a * t * np.exp(-d * t) * np.sin(w * t)]
    return np.array([2 * np.mean((position - reading) * each) for each in inside])
