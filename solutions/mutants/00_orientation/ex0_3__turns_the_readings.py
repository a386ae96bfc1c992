# law: slopes
def mended_slopes(a, d, w):
    # Writes the differences over the readings: right for the first call.
    difference = np.subtract(swing(a, d, w), reading, out=reading)
    fade, turn = np.exp(-d * t), w * t
    along = fade * np.cos(turn), -t * a * fade * np.cos(turn), -t * a * fade * np.sin(turn)
    return np.array([2 * np.mean(difference * each) for each in along])
