# law: over all paths
def sum_over_paths(graph, values, output, source, rules):
    # A dictionary keeps one edge of two between the same nodes.
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    edges = dict(edges_into(graph, values, output, rules))
    return sum(slope * sum_over_paths(graph, values, before, source, rules) for before, slope in edges.items())
