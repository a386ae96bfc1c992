# law: outputs
def scan(step, carry, xs):
    ys = []
    for x in xs:
        carry, y = step(carry, x)
        ys.append(y if y.numel() else carry)
    return carry, mg.stack(ys)
