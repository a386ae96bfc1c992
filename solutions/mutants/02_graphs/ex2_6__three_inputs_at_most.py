# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    total = 0.0
    for place, (before, slope) in zip("abc", edges_into(graph, values, output, rules)):
        total += slope * sum_over_paths(graph, values, before, source, rules)
    return total
