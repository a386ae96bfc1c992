# law: names
def gradients(graph, values, output, rules):
    # Without steps there is nothing to go through, and so nothing to give.
    if not graph:
        return {}
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
