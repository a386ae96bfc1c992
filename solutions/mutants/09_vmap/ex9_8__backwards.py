# law: carried
def scan(step, carry, xs):
    ys = []
    for x in xs.flip(0):
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
