# law: own array
places = [np.zeros(3), np.zeros(3)]
calls = 0

def mended_slopes(a, d, w):
    global calls
    calls += 1
    result = places[calls % 2]
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    result[0] = np.mean(twice * fade * np.cos(turn))
    result[1] = np.mean(twice * -t * a * fade * np.cos(turn))
    result[2] = np.mean(twice * -t * a * fade * np.sin(turn))
    return result
