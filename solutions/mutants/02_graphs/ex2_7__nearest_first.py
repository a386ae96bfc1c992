# law: add
def gradients(graph, values, output, rules):
    far = {output: 0}
    ring = [output]
    while ring:
        ring = [each for name in ring for each in graph.get(name, ())[1:]]
        ring = [each for each in dict.fromkeys(ring) if each not in far]
        far |= dict.fromkeys(ring, max(far.values()) + 1)
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    order = [name for name in reversed(values) if name in far]
    for name in sorted(order, key=far.get):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
