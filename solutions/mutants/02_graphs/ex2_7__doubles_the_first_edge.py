# law: add
def gradients(graph, values, output, rules):
    # Of two edges from one node the second is taken to be like the first.
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            edges = edges_into(graph, values, name, rules)
            for before, slope in edges:
                grads[before] += (edges[0][1] if before == edges[0][0] else slope) * grads[name]
    return grads
