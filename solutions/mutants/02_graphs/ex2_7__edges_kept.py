# law: add
kept = []   # (graph, values, the edges into each step)


def all_edges(graph, values, rules):
    for one, other, edges in kept:
        if one is graph and other is values:
            return edges
    edges = {name: edges_into(graph, values, name, rules) for name in graph}
    kept.append((graph, values, edges))
    return edges


def gradients(graph, values, output, rules):
    edges = all_edges(graph, values, rules)
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(list(values)):
        for before, slope in edges.get(name, []):
            grads[before] += grads[name] * slope
    return grads
