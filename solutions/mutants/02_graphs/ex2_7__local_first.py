# law: rules
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in list(values)[::-1]:
        if name in graph:
            table = LOCAL if graph[name][0] in LOCAL else rules
            for before, slope in edges_into(graph, values, name, table):
                grads[before] += slope * grads[name]
    return grads
