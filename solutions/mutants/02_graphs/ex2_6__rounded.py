# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    total = 0.0
    if output in graph:
        for before, slope in edges_into(graph, values, output, rules):
            total += slope * sum_over_paths(graph, values, before, source, rules)
    return round(total, 8)
