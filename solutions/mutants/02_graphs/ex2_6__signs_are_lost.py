# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    # Right as long as no local derivative is negative, or as long as they come in pairs.
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    edges = edges_into(graph, values, output, rules)
    if len(edges) == 1:
        return edges[0][1] * sum_over_paths(graph, values, edges[0][0], source, rules)
    return sum(abs(slope) * sum_over_paths(graph, values, before, source, rules) for before, slope in edges)
