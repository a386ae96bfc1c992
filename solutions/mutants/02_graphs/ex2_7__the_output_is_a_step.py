# law: start
def gradients(graph, values, output, rules):
    # Goes back from the output's own entry, which an input does not have; without steps there is nothing to do.
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    if graph:
        for before, slope in edges_into(graph, values, output, rules):
            grads[before] += slope
    for name in reversed(values):
        if name in graph and name != output:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
