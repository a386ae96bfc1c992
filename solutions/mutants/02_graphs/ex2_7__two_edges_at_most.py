# law: add
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules)[:2]:
                grads[before] += slope * grads[name]
    return grads
