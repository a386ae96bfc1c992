# law: caller
GRADS = {}


def gradients(graph, values, output, rules):
    GRADS.clear()
    GRADS.update(dict.fromkeys(values, 0.0))
    GRADS[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                GRADS[before] += slope * GRADS[name]
    return GRADS
