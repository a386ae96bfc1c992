# law: add
def gradients(graph, values, output, rules):
    # Two steps with the same entry get the same name, and the one that is overwritten hands nothing on.
    steps = {entry: name for name, entry in graph.items()}
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in steps.values():
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
