# law: outputs
def scan(step, carry, xs):
    scan.ys = []
    for x in xs:
        carry, y = step(carry, x)
        scan.ys.append(y)
    return carry, mg.stack(scan.ys)
