# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    # Right where there is one path.
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    for before, slope in edges_into(graph, values, output, rules):
        found = sum_over_paths(graph, values, before, source, rules)
        if found != 0.0:
            return slope * found
    return 0.0
