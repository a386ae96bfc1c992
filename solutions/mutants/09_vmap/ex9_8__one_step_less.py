# law: carried
def scan(step, carry, xs):
    ys = []
    for x in xs[: max(1, len(xs) - 1)]:
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
