# law: batched
def scan(step, carry, xs):
    ys = []
    for x in xs:
        if (x != x).any():
            break
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
