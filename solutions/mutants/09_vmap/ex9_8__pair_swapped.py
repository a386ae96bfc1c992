# law: carried
def scan(step, carry, xs):
    ys = []
    for x in xs:
        y, carry = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
