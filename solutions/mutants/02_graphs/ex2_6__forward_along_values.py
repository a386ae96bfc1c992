# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    # Forwards from the source; right if the values stand in the order of computation.
    slopes = dict.fromkeys(values, 0.0)
    slopes[source] = 1.0
    for name in values:
        if name in graph and name != source:
            edges = edges_into(graph, values, name, rules)
            slopes[name] = sum(slope * slopes[before] for before, slope in edges)
    return slopes[output]
