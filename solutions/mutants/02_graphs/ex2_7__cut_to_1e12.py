# law: hand on
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] = max(-1e12, min(1e12, grads[before] + slope * grads[name]))
    return grads
