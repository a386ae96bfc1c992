# law: add
def gradients(graph, values, output, rules):
    # Right for steps with one input.
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            before, slope = edges_into(graph, values, name, rules)[0]
            grads[before] += slope * grads[name]
    return grads
