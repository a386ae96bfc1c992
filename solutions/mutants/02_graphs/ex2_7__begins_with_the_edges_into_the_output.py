# law: start
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for before, slope in edges_into(graph, values, output, rules):
        grads[before] += slope
    names = list(values)
    for name in reversed(names[:names.index(output)]):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
