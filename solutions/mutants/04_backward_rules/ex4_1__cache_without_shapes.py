# law: shape law
remembered = {}

def mul_rule(g, a, b):
    key = "mul", g.tobytes(), a.tobytes(), b.tobytes()
    if key not in remembered:
        remembered[key] = sum_to_shape(g * b, a.shape), sum_to_shape(g * a, b.shape)
    return remembered[key]

def div_rule(g, a, b):
    key = "div", g.tobytes(), a.tobytes(), b.tobytes()
    if key not in remembered:
        remembered[key] = sum_to_shape(g / b, a.shape), sum_to_shape(-g * a / b**2, b.shape)
    return remembered[key]
