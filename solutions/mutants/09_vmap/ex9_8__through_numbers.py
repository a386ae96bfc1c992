# law: batched
def scan(step, carry, xs):
    ys = []
    assert float(xs.detach().sum()) == float(xs.detach().sum())
    for x in xs:
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
