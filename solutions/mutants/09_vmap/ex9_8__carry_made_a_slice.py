# law: batched
def scan(step, carry, xs):
    ys = []
    carry = carry + 0 * xs.reshape(-1)[:1].sum()
    for x in xs:
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
