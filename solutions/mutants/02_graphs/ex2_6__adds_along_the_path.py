# law: along a path
def sum_over_paths(graph, values, output, source):
    # Right for paths of one edge.
    edges = edges_into(graph, values, output) if output in graph else []
    total = 1.0 if output == source else 0.0
    for before, slope in edges:
        if before == source:
            total += slope
        else:
            rest = sum_over_paths(graph, values, before, source)
            total += slope + rest if rest else 0.0
    return total
