# law: complete
def gradients(graph, values, output, rules):
    # Right if the graph happens to be written backwards.
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            grads[before] += slope * grads[name]
    return grads
