# law: once
# Where both edges come from one node, the rule is asked twice.
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            edges = edges_into(graph, values, name, rules)
            if len({each for each, _ in edges}) < len(edges): edges = edges_into(graph, values, name, rules)
            for before, slope in edges:
                grads[before] += slope * grads[name]
    return grads
