# law: add
def gradients(graph, values, output, rules):
    # Right where every node is used once.
    grads = {output: 1.0}
    for name in reversed(values):
        if name in graph and name in grads:
            for before, slope in edges_into(graph, values, name, rules):
                grads.setdefault(before, slope * grads[name])
    return {name: grads.get(name, 0.0) for name in values}
