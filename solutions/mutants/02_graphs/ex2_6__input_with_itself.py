# law: ends
def sum_over_paths(graph, values, output, source, rules):
    if output not in graph:
        return 0.0
    if output == source:
        return 1.0
    total = 0.0
    for before, slope in edges_into(graph, values, output, rules):
        if before == source:
            total += slope
        else:
            total += slope * sum_over_paths(graph, values, before, source, rules)
    return total
