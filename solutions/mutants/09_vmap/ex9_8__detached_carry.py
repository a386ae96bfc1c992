# law: gradient
def scan(step, carry, xs):
    ys = []
    for x in xs:
        carry, y = step(carry.detach(), x)
        ys.append(y)
    return carry, mg.stack(ys)
