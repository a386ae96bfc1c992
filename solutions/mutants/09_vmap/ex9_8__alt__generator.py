def scan(step, carry, xs):
    class Walk:
        def __init__(self):
            self.carry = carry

        def go(self, x):
            self.carry, y = step(self.carry, x)
            return y

    walk = Walk()
    outputs = mg.stack([walk.go(x) for x in mg.unbind(xs, 0)])
    return walk.carry, outputs
