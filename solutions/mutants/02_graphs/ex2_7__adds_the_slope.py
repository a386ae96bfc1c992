# law: hand on
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph and grads[name]:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope + grads[name] - 1.0
    return grads
