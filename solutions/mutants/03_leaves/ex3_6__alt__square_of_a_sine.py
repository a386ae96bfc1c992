def failing(x):
    wave = x.sin()
    return wave * wave


def send_mended(node, g, grads):
    waiting = [(node, g)]
    while waiting:
        here, arrived = waiting.pop()
        grads[here] = arrived + grads.get(here, 0.0)
        if here.next_functions:
            behind = (each for each, _ in here.next_functions)
            waiting += [pair for pair in zip(behind, here(arrived), strict=True) if pair[0] is not None]
