# law: carried
def scan(step, carry, xs):
    ys = []
    for x in xs:
        last, y = step(carry, x)
        ys.append(y)
    return last, mg.stack(ys)
