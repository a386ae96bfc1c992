# law: gradient
def scan(step, carry, xs):
    ys = []
    for x in xs:
        carry, y = step(carry, x)
        ys.append(y.detach())
    return carry, mg.stack(ys)
