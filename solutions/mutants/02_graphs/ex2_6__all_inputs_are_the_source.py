# law: along a path
def sum_over_paths(graph, values, output, source):
    # Sums over all paths that begin anywhere.
    if output == source or output not in graph:
        return 1.0
    edges = edges_into(graph, values, output)
    return sum(slope * sum_over_paths(graph, values, before, source) for before, slope in edges)
