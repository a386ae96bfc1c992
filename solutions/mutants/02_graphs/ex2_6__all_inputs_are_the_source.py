# law: ends
def sum_over_paths(graph, values, output, source, rules):
    # Sums over all paths that begin anywhere.
    if output == source or output not in graph:
        return 1.0
    edges = edges_into(graph, values, output, rules)
    return sum(slope * sum_over_paths(graph, values, before, source, rules) for before, slope in edges)
