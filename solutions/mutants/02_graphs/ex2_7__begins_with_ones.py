# law: start
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 1.0)
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
