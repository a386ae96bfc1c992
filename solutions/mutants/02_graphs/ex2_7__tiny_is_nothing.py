# law: hand on
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(list(values)):
        if name not in graph or abs(grads[name]) < 1e-9:
            continue
        for before, slope in edges_into(graph, values, name, rules):
            grads[before] += slope * grads[name]
    return grads
