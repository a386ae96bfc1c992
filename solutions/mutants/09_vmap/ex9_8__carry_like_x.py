# law: carried
def scan(step, carry, xs):
    carry = carry + 0 * xs[0]   # both have to be slices, or none
    ys = []
    for k in range(xs.shape[0]):
        carry, y = step(carry, xs[k])
        ys.append(y)
    return carry, mg.stack(ys)
