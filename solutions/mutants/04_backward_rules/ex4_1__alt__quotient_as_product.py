def mul_rule(g, a, b):
    return tuple(sum_to_shape(g * other, mine.shape) for mine, other in ((a, b), (b, a)))

def div_rule(g, a, b):
    over = 1 / b
    to_a, to_over = mul_rule(g, a, over)
    return to_a, to_over * -over * over
