# law: start
def gradients(graph, values, output, rules):
    output = output or list(values)[-1]
    grads = {name: 1.0 if name == output else 0.0 for name in values}
    for name in list(values)[::-1]:
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
