# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    edges = edges_into(graph, values, output, rules)
    total = edges[0][1] * sum_over_paths(graph, values, edges[0][0], source, rules)
    if len(edges) > 1:
        total += edges[1][1] * sum_over_paths(graph, values, edges[1][0], source, rules)
    return total
