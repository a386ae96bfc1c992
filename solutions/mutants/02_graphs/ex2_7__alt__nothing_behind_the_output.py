# Passes over what was computed after the output.
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    started = False
    for name in reversed(values):
        started = started or name == output
        if name in graph and (started or values[name] != values[output]):
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
