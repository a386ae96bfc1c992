# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    edges = edges_into(graph, values, output, rules)
    before, slope = edges[0]
    total = slope * sum_over_paths(graph, values, before, source, rules)
    if len(edges) > 1:
        before, slope = edges[-1]
        total += slope * sum_over_paths(graph, values, before, source, rules)
    return total
