# law: caller
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in values:
        graph.setdefault(name, ("input",))       # so that every node has an entry
    for name in reversed(values):
        if graph[name] != ("input",):
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
