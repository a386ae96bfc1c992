# law: start
def gradients(graph, values, output, rules):
    # Right if the output was computed last.
    grads = dict.fromkeys(values, 0.0)
    grads[list(values)[-1]] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
