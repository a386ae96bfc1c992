# law: carried
def scan(step, carry, xs):
    key = id(step), id(carry), id(xs)
    if key not in scans:
        scans[key] = run(step, carry, xs), step, carry, xs
    return scans[key][0]

scans = {}

def run(step, carry, xs):
    ys = []
    for x in xs:
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
