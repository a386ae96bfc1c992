# law: names
def gradients(graph, values, output, rules):
    # A node without a path to the output gets no entry.
    grads = {output: 1.0}
    for name in reversed(values):
        if name in graph and name in grads:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] = grads.get(before, 0.0) + slope * grads[name]
    return grads
