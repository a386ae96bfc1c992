# law: own array
answer = np.zeros(3)

def mended_slopes(a, d, w):
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    answer[0] = np.mean(twice * fade * np.cos(turn))
    answer[1] = np.mean(twice * -t * a * fade * np.cos(turn))
    answer[2] = np.mean(twice * -t * a * fade * np.sin(turn))
    return answer
