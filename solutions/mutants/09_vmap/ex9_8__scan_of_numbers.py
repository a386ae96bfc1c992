# law: carried
def scan(step, carry, xs):
    ys = []
    if xs.ndim > 2:
        raise ValueError("numbers or vectors")
    for x in xs:
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
