# law: outputs
def scan(step, carry, xs):
    ys = []
    for x in xs:
        carry, y = step(carry, x)
        if not any(y is each for each in ys):
            ys.append(y)
    return carry, mg.stack(ys)
