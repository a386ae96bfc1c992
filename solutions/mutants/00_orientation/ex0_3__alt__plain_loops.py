import math

def mended_slopes(a, d, w):
    total = [0.0, 0.0, 0.0]
    for moment, seen in zip(t.tolist(), reading.tolist()):
        fade = math.exp(-d * moment)
        c, s = math.cos(w * moment), math.sin(w * moment)
        twice = 2 * (a * fade * c - seen)
        total[0] += twice * fade * c
        total[1] -= twice * moment * a * fade * c
        total[2] -= twice * moment * a * fade * s
    return np.array(total) / len(t)
