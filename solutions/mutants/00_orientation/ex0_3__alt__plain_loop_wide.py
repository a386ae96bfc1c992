import math

def mended_slopes(a, d, w):
    total = [0.0, 0.0, 0.0]
    for moment, seen in zip(t.tolist(), reading.tolist()):
        e, c, s = math.exp(-d * moment), math.cos(w * moment), math.sin(w * moment)
        off = a * e * c - seen
        for k, along in enumerate((e * c, -moment * a * e * c, -moment * a * e * s)):
            total[k] += 2 * off * along
    return np.asarray(total, dtype=np.longdouble) / len(t)
