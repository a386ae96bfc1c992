# law: add
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                if slope == 0:
                    break
                grads[before] += slope * grads[name]
    return grads
