# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    # The slope of the edge that leaves the source, and not of those behind it.
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    total = 0.0
    for before, slope in edges_into(graph, values, output, rules):
        total += slope if before == source else sum_over_paths(graph, values, before, source, rules)
    return total
