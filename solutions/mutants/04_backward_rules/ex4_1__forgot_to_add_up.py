# law: shape law
def mul_rule(g, a, b):
    return b * g, a * g


def div_rule(g, a, b):
    return g / b, -(a * g) / b**2
