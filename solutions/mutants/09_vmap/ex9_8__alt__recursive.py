def scan(step, carry, xs):
    def from_(k, carry):
        carry, y = step(carry, xs.select(0, k))
        if k + 1 == len(xs):
            return carry, [y]
        last, rest = from_(k + 1, carry)
        return last, [y, *rest]
    last, ys = from_(0, carry)
    return last, mg.stack(ys, dim=0)
