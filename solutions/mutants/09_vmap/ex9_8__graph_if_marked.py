# law: gradient
def scan(step, carry, xs):
    ys = []
    with mg.set_grad_enabled(carry.requires_grad or xs.requires_grad):
        for x in xs:
            carry, y = step(carry, x)
            ys.append(y)
        return carry, mg.stack(ys)
