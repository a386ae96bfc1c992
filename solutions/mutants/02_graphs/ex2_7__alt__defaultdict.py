import collections


def gradients(graph, values, output, rules):
    grads = collections.defaultdict(float)
    grads[output] = 1.0
    for name in reversed(list(values)):
        for before, slope in edges_into(graph, values, name, rules) if name in graph else []:
            grads[before] += grads[name] * slope
    for name in values:
        grads[name]
    return grads
