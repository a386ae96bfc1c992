# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    # Right for paths of one edge.
    edges = edges_into(graph, values, output, rules) if output in graph else []
    total = 1.0 if output == source else 0.0
    for before, slope in edges:
        if before == source:
            total += slope
        else:
            rest = sum_over_paths(graph, values, before, source, rules)
            total += slope + rest if rest else 0.0
    return total
