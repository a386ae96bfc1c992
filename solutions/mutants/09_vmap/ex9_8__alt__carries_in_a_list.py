def scan(step, carry, xs):
    carries, ys = [carry], []
    for x in xs:
        after, y = step(carries[-1], x)
        carries.append(after)
        ys.append(y)
    return mg.stack(carries)[-1], mg.stack(ys)
