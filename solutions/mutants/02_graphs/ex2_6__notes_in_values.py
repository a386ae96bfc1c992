# law: caller
def sum_over_paths(graph, values, output, source, rules):
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    if (output, source) not in values:
        total = 0.0
        for before, slope in edges_into(graph, values, output, rules):
            total += slope * sum_over_paths(graph, values, before, source, rules)
        values[output, source] = total
    return values[output, source]
