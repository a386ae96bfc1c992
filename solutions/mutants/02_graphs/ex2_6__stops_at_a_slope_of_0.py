# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    # A path with a factor of 0 adds nothing; those after it do.
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    total = 0.0
    for before, slope in edges_into(graph, values, output, rules):
        if slope == 0:
            break
        total += slope * sum_over_paths(graph, values, before, source, rules)
    return total
