# law: once
def gradients(graph, values, output, rules):
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for place in range(len(graph[name]) - 1):
                before, slope = edges_into(graph, values, name, rules)[place]
                grads[before] += slope * grads[name]
    return grads
