# law: carried
def scan(step, carry, xs):
    ys = []
    for x in xs[:10]:
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
