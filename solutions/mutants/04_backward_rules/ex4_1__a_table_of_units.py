# law: long
def through(f, size):
    """The output for each array that is 1 at one place and 0 elsewhere."""
    return [f(unit) for unit in np.eye(size)]

def mul_rule(g, a, b):
    to_a = [np.sum(g * y) for y in through(lambda unit: unit.reshape(a.shape) * b, a.size)]
    to_b = [np.sum(g * y) for y in through(lambda unit: a * unit.reshape(b.shape), b.size)]
    return np.array(to_a).reshape(a.shape), np.array(to_b).reshape(b.shape)

def div_rule(g, a, b):
    to_a = [np.sum(g * y) for y in through(lambda unit: unit.reshape(a.shape) / b, a.size)]
    to_b = [np.sum(-g * y) for y in through(lambda unit: a / b / b * unit.reshape(b.shape), b.size)]
    return np.array(to_a).reshape(a.shape), np.array(to_b).reshape(b.shape)
