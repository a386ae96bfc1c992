# law: add
def gradients(graph, values, output, rules):
    # What arrives second is added by its size.
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                part = slope * grads[name]
                grads[before] = max(grads[before], -grads[before]) + part if grads[before] else part
    return grads
