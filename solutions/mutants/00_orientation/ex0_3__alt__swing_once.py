def mended_slopes(a, d, w):
    fade = np.exp(-d * t) * np.cos(w * t)
    inside = [fade, -t * a * fade, -a * t * np.exp(-d * t) * np.sin(w * t)]
    return np.array([2 * np.mean((a * fade - reading) * each) for each in inside])
