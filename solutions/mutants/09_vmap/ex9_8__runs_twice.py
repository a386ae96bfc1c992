# law: calls
def scan(step, carry, xs):
    ys = []
    for x in xs:
        step(carry, x)
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
