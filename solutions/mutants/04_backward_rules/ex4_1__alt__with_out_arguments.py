class Rule:
    def __init__(self, to_a, to_b):
        self.ways = to_a, to_b

    def __call__(self, g, a, b):
        found = []
        for way, of in zip(self.ways, (a, b)):
            shares = np.empty(g.shape)
            np.multiply(g, way(a, b), out=shares)
            found.append(sum_to_shape(shares, np.shape(of)))
        return tuple(found)

mul_rule = Rule(lambda a, b: b, lambda a, b: a)
div_rule = Rule(lambda a, b: b ** -1.0, lambda a, b: -a * b ** -2.0)
