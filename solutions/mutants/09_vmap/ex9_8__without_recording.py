# law: gradient
def scan(step, carry, xs):
    ys = []
    with mg.no_grad():
        for x in xs:
            carry, y = step(carry, x)
            ys.append(y)
    return carry, mg.stack(ys)
